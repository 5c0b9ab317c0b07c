// Small litmus files for tests of the command line.

export const sbText = `X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)
`;

export const spinText = `X86 spin
{ }
 P0          | P1          ;
 MOV [x],$1  | L:          ;
 MOV [y],$1  | MOV EAX,[y] ;
             | CMP EAX,$1  ;
             | JNE L       ;
             | MOV EBX,[x] ;
forall (1:EBX=1)
`;

/** P1 waits for a 2 that P0 does not write once it has seen y. */
export const hangText = `X86 hang
{ }
 P0          | P1          ;
 MOV EBX,[y] | MOV [y],$1  ;
 CMP EBX,$0  | L:          ;
 JNE E       | MOV EAX,[x] ;
 MOV [x],$2  | CMP EAX,$2  ;
 E:          | JNE L       ;
exists (0:EBX=0)
`;

export const alwaysText = `X86 always
{ }
 P0          ;
 MOV [x],$1  ;
 MOV EAX,[x] ;
forall (0:EAX=1)
`;

/** More executions than any search can finish. */
export const hugeText = `X86 huge
{ }
${[0, 1, 2, 3, 4, 5].map((i) => ` P${i}`).join(' |')} ;
${[1, 2, 3, 4, 5, 6, 7, 8]
  .flatMap((n) => [` MOV [x],$${n}`, ' MOV EAX,[x]'])
  .map((instruction) => `${Array(6).fill(instruction).join(' |')} ;\n`)
  .join('')}exists (0:EAX=4)
`;
