// The prelude that every model can use, and the files of herd's library that models include, written in cat with
// diptych's meaning. Coherence orders are part of an execution here. So the files that make herd enumerate coherence
// orders only define their names. docs/cat.md lists all of it.

/** The name of the text below in diagnostics. */
export const preludeFile = 'the standard library';

/** Names derived from the base sets and relations of ast.ts. */
export const prelude = `
let emptyset = {}
let id = [_]
let ext = ~int

let M = R | W
let U = R & W
let RMW = U
let X = U | M & F
let LOCKED = X
let AMO = X
let MFENCE = F
let SFENCE = S
let LFENCE = {}
let B = {}
let FW = W \\ domain co

let po-loc = po & loc
let rfe = rf & ext
let rfi = rf & int
let coe = co & ext
let coi = co & int
let fre = fr & ext
let fri = fr & int
let co0 = loc & (IW * (W \\ IW) | (W \\ FW) * FW)

let rmw = [U]
let amo = 0
let lxsx = rmw \\ amo
let si = id
let sm = id

let toid(s) = [s]
let fencerel(B) = (po & _ * B); po
let imply(a, b) = ~a | b
let nodetour(r1, r2, r3) = r1 \\ (r2; r3)
let singlestep(r) = nodetour(r, r, r)

procedure subseteq(a, b) =
  empty a \\ b
end
procedure inclusion(a, b) =
  empty a \\ b
end
procedure total(r, s) =
  empty s * s \\ (r | r^-1)
end
`;

const coherence = `
let invrf = rf^-1
let ca = fr | co
`;

const fences = `
let mfence = fencerel(MFENCE)
let sfence = fencerel(SFENCE)
let lfence = 0
`;

const filters = `
let A = X
let P = M \\ A
let WW(r) = r & W * W
let WR(r) = r & W * R
let WM(r) = r & W * M
let RW(r) = r & R * W
let RR(r) = r & R * R
let RM(r) = r & R * M
let MW(r) = r & M * W
let MR(r) = r & M * R
let MM(r) = r & M * M
let AA(r) = r & A * A
let AP(r) = r & A * P
let PA(r) = r & P * A
let PP(r) = r & P * P
let AM(r) = r & A * M
let MA(r) = r & M * A
let noid(r) = r \\ id
let atom = [A]
let invrf = rf^-1
`;

/** Included files that are found here before they are looked for beside the model. */
export const library: ReadonlyMap<string, string> = new Map([
  ['stdlib.cat', ''],
  ['cos.cat', coherence],
  ['cos-opt.cat', coherence],
  ['cos-no-opt.cat', coherence],
  ['cross.cat', ''],
  ['fences.cat', fences],
  ['x86fences.cat', fences],
  ['filters.cat', filters],
]);

/** Names of herd's library that would need what an execution does not record. */
export const unsupportedNames: ReadonlyMap<string, string> = new Map(
  ['addr', 'data', 'ctrl'].map((name) => [
    name,
    `the relation ${name}: executions do not record dependencies, since TSO and PSO never reorder dependent events`,
  ]),
);
