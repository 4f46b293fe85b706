import { type ESTree, parseSync } from 'rolldown/utils'

export type Node = ESTree.Node

/** Stands for a module or table name that is computed at run time, or for a module name that identifies no file. */
export const NOT_LITERAL = '?'

/** Returns the syntax tree of a file. Throws if the file cannot be parsed, since its imports would not be checked. */
export const parseSource = (path: string, code: string): ESTree.Program => {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  return program
}

/** The expression without type assertions, parentheses and the node of an optional chain. */
export const unwrapExpression = (node: Node): Node =>
  node.type === 'TSAsExpression' ||
  node.type === 'TSSatisfiesExpression' ||
  node.type === 'TSNonNullExpression' ||
  node.type === 'TSInstantiationExpression' ||
  node.type === 'TSTypeAssertion' ||
  node.type === 'ParenthesizedExpression' ||
  node.type === 'ChainExpression'
    ? unwrapExpression(node.expression)
    : node

/** The text of a string literal, or of a template without expressions; undefined for computed values. */
export const findLiteral = (node: Node | null | undefined): string | undefined => {
  const bare = node && unwrapExpression(node)
  if (bare?.type === 'Literal' && typeof bare.value === 'string') return bare.value
  if (bare?.type === 'TemplateLiteral' && bare.quasis.length === 1) return bare.quasis[0]!.value.cooked ?? undefined
  return undefined
}
