// The cells in which the model keeps the signals that threads send, by the names of the signals.

/** From number 1 on, as Linux on x86-64 numbers them. */
const names = (
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ ' +
  'VTALRM PROF WINCH IO PWR SYS'
).split(' ');

const isOfSignals = (object: string): boolean => /^__model_shown_signals(_of_process)?(@\d+)?$/.test(object);

/** The name of an element of an array of the model: `.SIGUSR1`, `[3]`. */
export function elementName(object: string, index: number): string {
  const name = isOfSignals(object) ? names[index - 1] : undefined;
  return name === undefined ? `[${index}]` : `.SIG${name}`;
}
