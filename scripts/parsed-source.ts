import { type ESTree, parseSync } from 'rolldown/utils'

export type Node = ESTree.Node

/** A name that is worked out as the program runs, or that leaves it to a resolver which file it means. */
export const UNREADABLE = '?'

/** The syntax tree of a file. Throws where it cannot be read: what is not seen is not held against the walls either. */
export const parse = (path: string, code: string): ESTree.Program => {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]!.message}`)
  return program
}

/** The expression without what says only its type. */
export const withoutTypes = (node: Node): Node =>
  node.type === 'TSAsExpression' ||
  node.type === 'TSSatisfiesExpression' ||
  node.type === 'TSNonNullExpression' ||
  node.type === 'TSInstantiationExpression' ||
  node.type === 'TSTypeAssertion' ||
  node.type === 'ParenthesizedExpression' ||
  node.type === 'ChainExpression'
    ? withoutTypes(node.expression)
    : node

/** The text of a string, or of a template with nothing put in; undefined for what is worked out as the program runs. */
export const findLiteral = (node: Node | null | undefined): string | undefined => {
  const bare = node && withoutTypes(node)
  if (bare?.type === 'Literal' && typeof bare.value === 'string') return bare.value
  if (bare?.type === 'TemplateLiteral' && bare.quasis.length === 1) return bare.quasis[0]!.value.cooked ?? undefined
  return undefined
}
