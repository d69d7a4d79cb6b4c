// Starts `ruledsl lsp` and lets it answer for the YAML files of packs.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = workspace.getConfiguration("ruledsl");
  const [command, ...args] = settings.get("command");
  const server = { command, args: [...args, ...settings.get("packs")] };
  client = new LanguageClient("ruledsl", "ruledsl", server, {
    documentSelector: [{ scheme: "file", language: "yaml" }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml}") },
  });
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
