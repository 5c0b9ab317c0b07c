// The text between two queries of one SMT-LIB 2 file.

export const smtSeparator = '(reset)\n';
