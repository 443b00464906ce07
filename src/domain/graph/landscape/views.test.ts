import ts from 'typescript';
import { expect, it } from 'vitest';

const VIEWS = 'src/domain/graph/landscape/views.ts';
const TYPED_ARRAY = /^(Int|Uint|Float|BigInt|BigUint)\d+(Clamped)?Array$/;

const program = ts.createProgram([VIEWS], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  paths: { '@/*': [`${process.cwd()}/src/*`] },
  strict: true,
  types: [],
  noEmit: true,
});
const checker = program.getTypeChecker();
const source = program.getSourceFile(VIEWS)!;

function exported(): ts.Symbol[] {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
}

/** Every type that a caller can reach from this one: properties, parameters, results, type arguments. Of the library's types, only their names. */
function reachable(type: ts.Type, found = new Set<ts.Type>()): Set<ts.Type> {
  if (found.has(type)) return found;
  found.add(type);
  const arguments_ = (type.aliasTypeArguments ?? []).concat(checker.getTypeArguments(type as ts.TypeReference));
  for (const part of type.isUnionOrIntersection() ? type.types : arguments_) reachable(part, found);
  const declared = type.symbol?.declarations?.[0]?.getSourceFile();
  if (declared !== undefined && program.isSourceFileDefaultLibrary(declared)) return found;
  for (const property of checker.getPropertiesOfType(type)) reachable(checker.getTypeOfSymbol(property), found);
  for (const signature of checker.getSignaturesOfType(type, ts.SignatureKind.Call)) {
    for (const parameter of signature.parameters) reachable(checker.getTypeOfSymbol(parameter), found);
    reachable(signature.getReturnType(), found);
  }
  return found;
}

function typesOf(symbol: ts.Symbol): ts.Type {
  return symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol);
}

it('exports at most twelve names', () => {
  expect(exported().map(({ name }) => name).length).toBeLessThanOrEqual(12);
  expect(exported().map(({ name }) => name)).toContain('Landscape');
});

it('lets no typed array out', () => {
  const names = exported().map((symbol) => [...reachable(typesOf(symbol))].map((type) => type.symbol?.name ?? ''));
  // The walk went through signatures and properties of imported types.
  expect(names.flat()).toContain('ApplicationFact');
  expect(names.flat().filter((name) => TYPED_ARRAY.test(name))).toEqual([]);
});

it('would find one', () => {
  const graph = program.getSourceFile('src/domain/graph/arrays/edgeAttributes.ts')!;
  const filter = checker.getExportsOfModule(checker.getSymbolAtLocation(graph)!).find(({ name }) => name === 'UNFILTERED')!;
  expect([...reachable(typesOf(filter))].map((type) => type.symbol?.name)).toContain('Uint8Array');
});
