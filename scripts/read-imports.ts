import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { Visitor } from 'rolldown/utils'
import { findLiteral, type Node, parseSource, NOT_LITERAL } from './parsed-source.ts'

/** An import between two files of the repository; paths are relative to its root. */
export interface Import {
  from: string
  to: string
}

const sourceFolders = ['packages/contract/src', 'packages/demo-world/src', 'apps/server/src', 'apps/web/src']
const aliases: [string, string][] = [
  ['#server/', 'apps/server/src/'],
  ['#web/', 'apps/web/src/'],
  ['@parvis/contract/', 'packages/contract/src/'],
  ['@parvis/demo-world/', 'packages/demo-world/src/'],
  // Workspaces are linked into node_modules, so code can import any of their files by these names.
  ['@parvis/server/', 'apps/server/'],
  ['@parvis/web/', 'apps/web/'],
  ['@parvis/e2e/', 'e2e/'],
  ['@parvis/bench/', 'bench/'],
]
const literalOrUnreadable = (node: Node | null | undefined): string => findLiteral(node) ?? NOT_LITERAL
const sourceFile = /\.[cm]?[jt]sx?$/

/**
 * The module names that a file imports, in every notation of the language, Node and the bundler; `?` for one that is
 * not a literal. `path` selects the syntax of the parser.
 */
export const findImportedNames = (path: string, code: string): string[] => {
  const names: string[] = []
  const add = (node: Node | null | undefined) => void names.push(literalOrUnreadable(node))
  const textOf = ({ start, end }: Node) => code.slice(start, end).replace(/\s/g, '')
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => void (source && add(source)),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    TSExternalModuleReference: ({ expression }) => add(expression),
    TSModuleDeclaration: ({ id }) => void (id.type === 'Literal' && add(id)),
    NewExpression: ({ callee, arguments: [name, base] }) => {
      if (textOf(callee) !== 'URL' || !base || textOf(base) !== 'import.meta.url') return
      if (sourceFile.test(findLiteral(name) ?? '.ts')) add(name)
    },
    CallExpression: ({ callee, arguments: [first, options], end }) => {
      const called = textOf(callee)
      if (called === 'require' || called === 'import.meta.resolve') return add(first)
      // `createRequire(…).resolve` only returns a path; any other use of `createRequire` could load any module.
      if (called === 'createRequire' && !/^\s*\.resolve\(/.test(code.slice(end))) return add(undefined)
      if (!/^import\.meta(?:\??\.|(?:\?\.)?\[['"`])glob/.test(called)) return
      // The option `base` changes the folder to which the patterns are relative.
      if (options && textOf(options).includes('base')) return add(undefined)
      const patterns = first?.type === 'ArrayExpression' ? first.elements : [first]
      names.push(...patterns.map(literalOrUnreadable).filter(pattern => !pattern.startsWith('!')))
    },
  }).visit(parseSource(path, code))
  return names
}

const sourcesOf = (root: string) =>
  sourceFolders.flatMap(tree =>
    readdirSync(join(root, tree), { recursive: true, withFileTypes: true })
      .filter(
        entry => entry.isFile() && sourceFile.test(entry.name) && !/\.test\.tsx?$|routeTree\.gen/.test(entry.name),
      )
      .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )

const resolveImport = (from: string, name: string): string | null => {
  if (name.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), name))
  const alias = aliases.find(([prefix]) => name.startsWith(prefix))
  return alias ? posix.normalize(alias[1] + name.slice(alias[0].length)) : null
}

/**
 * The files that a module name refers to, relative to the root of the repository. Empty for a package; `?` for a name
 * that does not identify a file.
 */
export const resolveFiles = (root: string, from: string, name: string): string[] => {
  if (name === NOT_LITERAL || /^(?:\/|file:)/.test(name)) return [NOT_LITERAL]
  const path = resolveImport(from, name.replace(/\?\w+$/, ''))
  if (!path) return []
  if (/[*?{[(]/.test(path)) return globSync(path, { cwd: root }).map(file => file.replaceAll('\\', '/'))
  return [/\.(?:tsx?|css|json|svg)$/.test(path) ? path : NOT_LITERAL]
}

/** All imports between files of the repository, except in tests. `to` is `?` if the name does not identify a file. */
export const readImports = (root: string): Import[] =>
  sourcesOf(root).flatMap(from => {
    const names = findImportedNames(from, readFileSync(join(root, from), 'utf8'))
    const files = names.flatMap(name => resolveFiles(root, from, name))
    return [...new Set(files)].map(to => ({ from, to }))
  })
