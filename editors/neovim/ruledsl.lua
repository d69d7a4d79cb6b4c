-- Neovim (0.7 and later) as an editor of ruledsl packs: require("ruledsl").setup() in your init.lua.
local M = {}

-- The folder of the pack that a file lies in; nil if it lies in none.
local function pack_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h") -- not findfile(): it takes a space in a path for its end
  while vim.fn.filereadable(folder .. "/pack.yaml") == 0 do
    local above = vim.fn.fnamemodify(folder, ":h")
    if above == folder then
      return nil
    end
    folder = above
  end
  return folder
end

-- Neovim itself shows nothing while the server reads packs for the first time.
local function say_progress(_, result)
  if result.value.kind ~= "report" then
    vim.api.nvim_echo({ { "ruledsl: " .. (result.value.message or "") } }, false, {})
  end
end

local function attach(options, buffer)
  local pack = pack_of(vim.api.nvim_buf_get_name(buffer))
  if not pack then
    return
  end
  local root = vim.fn.fnamemodify(pack, ":h") -- packs that lie side by side belong together
  M.clients = M.clients or {}
  M.clients[root] = M.clients[root] or vim.lsp.start_client({
    name = "ruledsl",
    cmd = options.cmd,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    handlers = { ["$/progress"] = say_progress },
    on_exit = function()
      M.clients[root] = nil
    end,
  })
  vim.lsp.buf_attach_client(buffer, M.clients[root])
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
end

-- `cmd` starts the server; add the packs that you play together: { "ruledsl", "lsp", "smallworld", "underground" }.
function M.setup(options)
  options = vim.tbl_extend("force", { cmd = { "ruledsl", "lsp" } }, options or {})
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "yaml",
    callback = function(event)
      attach(options, event.buf)
    end,
  })
end

return M
