import { type ESTree, Visitor } from 'rolldown/utils'
import { findLiteral, type Node, parseSource, NOT_LITERAL, unwrapExpression } from './parsed-source.ts'
import { findImportedNames } from './read-imports.ts'
import { PLACEHOLDER } from './sql-text.ts'

const writeMethods = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])

const queryMethods = /^(?:selectFrom|execute|executeQuery|executeTakeFirst|executeTakeFirstOrThrow|stream|query)$/

/** A string in the source of a file, with placeholders for interpolated values. */
interface SourceText {
  text: string
  /** Whether the text is tagged as SQL, or passed to a function that runs it. */
  isSql: boolean
}

/** The SQL of a file, from the query builder and from texts. */
export interface SqlUsage {
  /** Tables that the query builder writes; `?` for a name that is not a literal. */
  builderTables: string[]
  texts: SourceText[]
  /** Whether the file runs SQL that is not a literal. */
  runsUnreadableSql: boolean
  /** Whether the file reads or builds SQL in any way. */
  hasSql: boolean
  /** Whether the file runs queries. */
  runsQueries: boolean
  /** Tables that the file declares in `Tables`. */
  declaredTables: string[]
}

const propertyOf = (node: Node): string | undefined => {
  const bare = unwrapExpression(node)
  if (bare.type !== 'MemberExpression') return undefined
  return bare.property.type === 'Identifier' && !bare.computed ? bare.property.name : findLiteral(bare.property)
}

/** Kysely accepts `schema.table as alias`, and a list for some methods. */
const tableNamesOf = (node: Node | undefined): string[] => {
  if (node?.type === 'ArrayExpression') return node.elements.flatMap(one => tableNamesOf(one ?? undefined))
  const written = findLiteral(node)
  return [
    written
      ?.trim()
      .replace(/\s+as\s.*$/is, '')
      .replace(/^public\./, '') || NOT_LITERAL,
  ]
}

/** The name of a property, if it is an identifier or a literal. */
const keyOf = (key: Node, computed: boolean): string | undefined =>
  key.type === 'Identifier' && !computed ? key.name : findLiteral(key)

/** What has been found so far in a file, while its syntax tree is visited. */
interface VisitState {
  usage: SqlUsage
  /** Nodes that were already read as part of a longer text. */
  read: Set<Node>
  /** Callees of calls. */
  callees: Set<Node>
}

const textOf = (node: Node, read: Set<Node>): string => {
  const bare = unwrapExpression(node)
  if (bare.type === 'BinaryExpression' && bare.operator === '+') {
    read.add(bare)
    return textOf(bare.left, read) + textOf(bare.right, read)
  }
  if (bare.type === 'TemplateLiteral') {
    read.add(bare)
    return bare.quasis
      .map(
        (part, at) =>
          (part.value.cooked ?? PLACEHOLDER) + (bare.expressions[at] ? textOf(bare.expressions[at], read) : ''),
      )
      .join('')
  }
  const literal = findLiteral(bare)
  if (literal === undefined) return PLACEHOLDER
  read.add(bare)
  return literal
}

const addText = ({ usage, read }: VisitState, node: Node, isSql: boolean) => {
  if (!read.has(node)) usage.texts.push({ text: textOf(node, read), isSql })
}

const readInterface = ({ usage }: VisitState, { id, body }: ESTree.TSInterfaceDeclaration) => {
  if (id.name !== 'Tables') return
  for (const member of body.body)
    if (member.type === 'TSPropertySignature')
      usage.declaredTables.push(keyOf(member.key, member.computed) ?? NOT_LITERAL)
}

const readCall = (reading: VisitState, { callee, arguments: [first] }: ESTree.CallExpression) => {
  const { usage, read, callees } = reading
  const bare = unwrapExpression(callee)
  const property = propertyOf(bare)
  if (property === undefined) return
  callees.add(bare)
  if (writeMethods.has(property)) usage.builderTables.push(...tableNamesOf(first))
  // Only calls on a plain name count, such as `sql.raw` or `CompiledQuery.raw`, because sharp has a method `raw` too.
  const isRaw = property === 'raw' && bare.type === 'MemberExpression' && bare.object.type === 'Identifier'
  if (!first || !(isRaw || property === 'query')) return
  addText(reading, first, true)
  if (textOf(first, read).includes(PLACEHOLDER)) usage.runsUnreadableSql = true
}

const readMember = ({ usage, callees }: VisitState, node: ESTree.MemberExpression) => {
  const property = propertyOf(node)
  if (property === 'selectFrom' || property === 'executeQuery') usage.hasSql = true
  if (property !== undefined && queryMethods.test(property)) usage.runsQueries = true
  // A write method that is not called here, but stored or passed on, may write to any table.
  if (property !== undefined && writeMethods.has(property) && !callees.has(node)) usage.builderTables.push(NOT_LITERAL)
}

const readDestructuring = ({ usage }: VisitState, { properties }: ESTree.ObjectPattern) => {
  for (const one of properties)
    if (one.type === 'Property') {
      const key = keyOf(one.key, one.computed)
      if (key !== undefined && writeMethods.has(key)) usage.builderTables.push(NOT_LITERAL)
    }
}

/** Collects the SQL of `code`; `path` selects the syntax of the parser. */
export const readSqlUsage = (path: string, code: string): SqlUsage => {
  const hasSql = findImportedNames(path, code).some(name => /^(?:kysely|pg)(?:\/|$)/.test(name))
  const usage: SqlUsage = {
    builderTables: [],
    texts: [],
    runsUnreadableSql: false,
    hasSql,
    runsQueries: false,
    declaredTables: [],
  }
  const reading: VisitState = { usage, read: new Set(), callees: new Set() }
  new Visitor({
    TSInterfaceDeclaration: node => readInterface(reading, node),
    TaggedTemplateExpression: ({ tag, quasi }) => {
      const tagName = tag.type === 'Identifier' ? tag.name : propertyOf(tag)
      if (tagName === 'sql') usage.hasSql = true
      addText(reading, quasi, true)
    },
    CallExpression: node => readCall(reading, node),
    MemberExpression: node => readMember(reading, node),
    ObjectPattern: node => readDestructuring(reading, node),
    BinaryExpression: node => {
      if (node.operator === '+') addText(reading, node, false)
    },
    TemplateLiteral: node => addText(reading, node, false),
    Literal: node => {
      if (typeof node.value === 'string') addText(reading, node, false)
    },
  }).visit(parseSource(path, code))
  return usage
}
