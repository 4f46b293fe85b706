import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Visitor } from 'rolldown/utils'
import { parseSource } from './parsed-source.ts'

/** Replaced names and files from the tables in docs/former-names.md; an entry with a slash is a path. */
export const readFormerNames = (markdown: string): { names: Set<string>; files: Set<string> } => {
  const former = [...markdown.matchAll(/^\| `([^`]+)` \| `/gm)].map(([, name]) => name!)
  return {
    names: new Set(former.filter(name => !name.includes('/'))),
    files: new Set(former.filter(name => name.includes('/'))),
  }
}

/** Former names that the file declares again, as variable, function or type. Parameters and properties are allowed. */
export const findFormerNames = (path: string, code: string, names: ReadonlySet<string>): string[] => {
  const found: string[] = []
  const check = (id: { type: string; name?: string } | null | undefined) => {
    if (id?.type === 'Identifier' && id.name && names.has(id.name)) found.push(id.name)
  }
  const visitor = new Visitor({
    VariableDeclarator: ({ id }) => check(id),
    FunctionDeclaration: ({ id }) => check(id),
    ClassDeclaration: ({ id }) => check(id),
    TSInterfaceDeclaration: ({ id }) => check(id),
    TSTypeAliasDeclaration: ({ id }) => check(id),
  })
  visitor.visit(parseSource(path, code))
  return found
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const { names, files } = readFormerNames(readFileSync(join(root, 'docs/former-names.md'), 'utf8'))
  const errors: string[] = []
  const sources = globSync(['{apps,packages}/*/{src,build}/**/*.{ts,tsx}', '{e2e,bench}/src/**/*.ts', 'scripts/*.ts'], {
    cwd: root,
  })
  for (const path of sources) {
    if (files.has(path)) errors.push(`${path}: a file of this name was replaced; see docs/former-names.md`)
    if (basename(path).endsWith('.gen.ts')) continue
    for (const name of findFormerNames(path, readFileSync(join(root, path), 'utf8'), names))
      errors.push(`${path}: ${name} was replaced; docs/former-names.md says by what`)
  }
  for (const line of errors) console.error(line)
  process.exit(errors.length > 0 || names.size === 0 ? 1 : 0)
}
