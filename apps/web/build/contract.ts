import { parseAst, type Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const contractFile = /\/packages\/contract\/src\/[a-z-]+\.ts$/
/** The properties of an endpoint that a client needs; schemas and descriptions stay on the server. */
const clientProperties = new Set(['method', 'path'])

const walk = (value: unknown, visit: (node: Node) => void) => {
  if (Array.isArray(value)) return value.forEach(item => walk(item, visit))
  if (!value || typeof value !== 'object') return
  if (typeof (value as Node).type === 'string') visit(value as Node)
  for (const [key, child] of Object.entries(value)) if (key !== 'parent') walk(child, visit)
}

const keyOf = (property: Node) => (property.key as { name?: string } | undefined)?.name

const isSchema = ({ callee }: Node) => {
  const { type, object } = callee as Node & { object?: { name?: string } }
  return type === 'MemberExpression' && object?.name === 'Type'
}

/**
 * Strips the schemas from the contract for the browser, and marks calls as pure for tree shaking: 4 kB gzipped of the
 * landing page, and 9 kB of a member's first screen.
 */
export const slimContract = (source: string): string => {
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node & { body: Node[] }
  const edits: { start: number; end: number; text: string }[] = []
  const cut: Node[] = []
  const isInsideCut = (node: Node) => cut.some(hole => node.start >= hole.start && node.end <= hole.end)
  for (const statement of program.body) {
    const declaration = (statement.declaration ?? statement) as Node
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { init } of declaration.declarations as { init: Node | null }[]) {
      if (init?.type === 'ArrowFunctionExpression') continue
      walk(init, node => {
        if (node.type !== 'CallExpression' || isInsideCut(node)) return
        const argument = (node.arguments as Node[])[0]
        if (isSchema(node)) {
          cut.push(node)
          edits.push({ start: (node.callee as Node).end, end: node.end, text: '()' })
        } else if ((node.callee as { name?: string }).name === 'endpoint' && argument?.type === 'ObjectExpression') {
          const properties = (argument.properties as Node[]).filter(
            property => property.type === 'SpreadElement' || clientProperties.has(keyOf(property) ?? ''),
          )
          cut.push(argument)
          edits.push({
            start: argument.start,
            end: argument.end,
            text: `{ ${properties.map(property => source.slice(property.start, property.end)).join(', ')} }`,
          })
        }
        edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
      })
    }
  }
  return edits
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source)
}

export const contract = (): Plugin => ({
  name: 'parvis:contract',
  enforce: 'pre',
  transform: { filter: { id: contractFile }, handler: source => ({ code: slimContract(source), map: null }) },
})
