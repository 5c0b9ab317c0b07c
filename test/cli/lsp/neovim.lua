-- Neovim as a client: edits a C program, reads its diagnostics, inserts fences by the code action, saves. Writes what it saw as
-- JSON. Environment: DIPTYCH_COMMAND (JSON list), DIPTYCH_FILE, DIPTYCH_SEEN.
local seen = {}
local limit = 240000
local searches = 0

local progress = vim.lsp.handlers['$/progress']
vim.lsp.handlers['$/progress'] = function(err, result, ctx, config)
  if result.value.kind == 'end' then searches = searches + 1 end
  return progress(err, result, ctx, config)
end

local function diagnostics()
  local list = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, { line = one.lnum + 1, code = tostring(one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code)), message = one.message })
  end
  table.sort(list, function(a, b) return a.line < b.line end)
  return list
end

local function finish()
  vim.fn.writefile({ vim.json.encode(seen) }, vim.env.DIPTYCH_SEEN)
end

local function await(what, holds)
  if vim.wait(limit, holds, 20) then return end
  seen.missing = what
  finish()
  vim.cmd('cquit')
end

vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.DIPTYCH_FILE))
local client_id = vim.lsp.start_client({ name = 'diptych', cmd = vim.json.decode(vim.env.DIPTYCH_COMMAND), init_options = { timeout = 3000, commandTimeout = 3000 } })
vim.lsp.buf_attach_client(0, client_id)
await('attached', function() return vim.lsp.buf_is_attached(0, client_id) and vim.lsp.get_client_by_id(client_id).initialized end)
local client = vim.lsp.get_client_by_id(client_id)

-- A mistake, typed into line 8.
local good = vim.api.nvim_buf_get_lines(0, 7, 8, true)[1]
vim.api.nvim_buf_set_lines(0, 7, 8, true, { '  if (flagg1 == 0)' })
await('a mistake', function() return #vim.diagnostic.get(0) > 0 end)
seen.mistake = diagnostics()
vim.api.nvim_buf_set_lines(0, 7, 8, true, { good })
await('no mistake', function() return #vim.diagnostic.get(0) == 0 end)

-- Saved: what the engines find.
vim.cmd('write')
await('findings', function() return searches >= 1 end)
seen.findings = diagnostics()

-- The action that inserts fences, for the line of the assertion.
local params = vim.lsp.util.make_given_range_params({ 16, 0 }, { 16, 1 })
params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, 15) }
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, limit)
for _, action in ipairs(answers[client_id].result) do
  if action.title:find('TSO') then
    seen.action = action.title
    local resolved = client.request_sync('codeAction/resolve', action, limit, 0)
    vim.lsp.util.apply_workspace_edit(resolved.result.edit, client.offset_encoding)
  end
end
-- Findings of the text before are gone at once.
await('stale findings gone', function() return #vim.diagnostic.get(0) == 0 end)
vim.cmd('write')
await('findings again', function() return searches >= 2 end)
seen.repaired = diagnostics()

vim.lsp.stop_client(client_id)
await('the end of the server', function() return client.is_stopped() end)
finish()
vim.cmd('qall!')
