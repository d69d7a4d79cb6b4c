-- A session of an author in Neovim without a screen: types, sees the finding, completes, takes the fix, renames. Writes what happened as JSON.
local out = {}
local buffer = vim.api.nvim_get_current_buf()

local function wait_for(what, test)
  local met = vim.wait(30000, test, 20)
  out[what] = met
  return met
end

local function findings()
  return vim.tbl_map(function(found)
    return { code = found.code or found.user_data and found.user_data.lsp.code, row = found.lnum, column = found.col }
  end, vim.diagnostic.get(buffer))
end

local function ask(method, row, column, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = row, character = column } }
  local answers = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend("force", params, more or {}), 30000)
  for id, answer in pairs(answers or {}) do
    if answer.error then
      error(method .. ": " .. vim.inspect(answer.error))
    end
    return answer.result, id
  end
end

local function type(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "xt", false)
end

local function rows()
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local function author()
wait_for("attached", function()
  return next(vim.lsp.buf_get_clients(buffer)) ~= nil
end)

-- A rule with a mistake in it: the finding is seen before anything is saved.
type("Gomy conquest_cost minus 1 if region is water<Esc>")
local last = #rows()
wait_for("finding", function()
  return #vim.diagnostic.get(buffer) > 0
end)
out.findings = findings()

-- The fix is taken, and the finding goes.
local _, id = ask("textDocument/hover", 0, 0)
local found = vim.lsp.diagnostic.get_line_diagnostics(buffer, last - 1)
local where = { start = { line = last - 1, character = 0 }, ["end"] = { line = last - 1, character = 99 } }
local actions = ask("textDocument/codeAction", last - 1, 0, { range = where, context = { diagnostics = found } })
out.actions = vim.tbl_map(function(action)
  return action.title
end, actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
wait_for("mended", function()
  return #vim.diagnostic.get(buffer) == 0
end)
out.rule = rows()[last]

-- Completion, as Ctrl-X Ctrl-O asks for it.
type("Goafter my con<Esc>")
local items = ask("textDocument/completion", last, 18)
out.offered = vim.tbl_map(function(item)
  return item.label
end, items.items)
type("Stquest: let won be 1<BS><BS><BS>")
vim.api.nvim_buf_set_lines(buffer, last, last + 1, false, { "      after my conquest: let won be 1" })

-- Renaming.
local edit = ask("textDocument/rename", last, 29, { newName = "gain" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
out.renamed = rows()[last + 1]
out.id = id ~= nil

end

local fine, problem = pcall(author)
out.problem = not fine and tostring(problem) or nil
local file = io.open(vim.env.SEEN, "w")
file:write(vim.fn.json_encode(out))
file:close()
vim.cmd("qa!")
