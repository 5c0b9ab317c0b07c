// The parts of vscode-languageserver that are used at run time. The published command has it in a script of its own (scripts/bundle.mjs), which
// no other command reads.

export {
  createConnection,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
