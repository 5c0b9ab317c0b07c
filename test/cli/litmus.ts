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

export const alwaysText = `X86 always
{ }
 P0          ;
 MOV [x],$1  ;
 MOV EAX,[x] ;
forall (0:EAX=1)
`;
