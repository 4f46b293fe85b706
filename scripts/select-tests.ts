import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Import, readImports } from './read-imports.ts'

/** The tests to run for a change, with the reasons for their selection. */
export interface Selection {
  isEverything: boolean
  /** Test files, relative to the root; empty if `isEverything`. */
  files: string[]
  /** The reasons, one per line. */
  reasons: string[]
}

type Side = 'server' | 'web'
type ChangeEffect =
  | { kind: 'everything' }
  /**
   * A feature that changed on this side: its code, or only its texts, which do not affect the callers of its services.
   */
  | { kind: 'feature'; name: string; side: Side; isText?: boolean }
  /** Selects only test files, by a glob relative to the root. */
  | { kind: 'tests'; glob: string }

const allTests: ChangeEffect[] = [{ kind: 'everything' }]
const feature = (name: string, side: Side): ChangeEffect => ({ kind: 'feature', name, side })
const tests = (glob: string): ChangeEffect => ({ kind: 'tests', glob })
const CHECKS = tests('{scripts,testing}/**/*.test.ts')

/** Files on which every feature of a side, or every test, depends. */
const SHARED = [
  /^apps\/server\/src\/(?:kernel|testing|demo)\//,
  /^apps\/server\/src\/[^/]+\.ts$/,
  /^apps\/web\/(?:src\/(?:kernel|ui|worker)|build|public)\//,
  /^apps\/web\/(?:index\.html|src\/[^/]+\.tsx?|[^/]+\.ts)$/,
  /^apps\/web\/src\/locales\/[a-z]+\/frame\.json$/,
  /^packages\/contract\/src\/(?:endpoint|errors|limits|roles|paths|entity|language|rules)\.ts$/,
  /^packages\/demo-world\/src\/(?:make-world|random|seed|schedule|days|drawings|pictures|faces)\.ts$/,
  /^(?:package|package-lock)\.json$/,
  /^(?:vitest\.config|tsconfig\.base)\.|^\.npmrc$/,
  /^scripts\/(?:test|test-long|test-times|select-tests|build-web|chromium|bootstrap|run)\./,
]
/** Files that only the tests of the project itself read. */
const PROJECT = [
  /\.md$/,
  /^docs\//,
  /^bench\//,
  /^testing\//,
  /^scripts\//,
  /^\.ci\//,
  /^(?:LICENSE|knip\.json|\.[\w-]+)$/,
]

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const findLocation = (path: string): { side: Side; feature: string } | null => {
  const [, side, feature] = /^apps\/(server|web)\/src\/features\/([^/]+)\//.exec(path) ?? []
  return feature ? { side: side as Side, feature } : null
}
const featureOf = (path: string) => findLocation(path)?.feature
const featuresAt = (paths: readonly string[]): ChangeEffect[] =>
  [...new Map(paths.map(path => findLocation(path)).map(at => [`${at?.side} ${at?.feature}`, at])).values()].flatMap(
    at => (at ? [feature(at.feature, at.side)] : []),
  )

/** The features in the first line of a browser test: `// features: chat, push`. */
export const featuresOfJourney = (code: string): string[] =>
  /^\/\/ features: ([\w, -]+)$/m
    .exec(code.split('\n', 1)[0]!)?.[1]!
    .split(',')
    .map(name => name.trim()) ?? []

/** Names of all features; `app` stands for `app/` and the routes of the web app, which compose its features. */
export const featureNames = (root: string): string[] =>
  [
    ...new Set(['app', ...globSync('apps/{server,web}/src/features/*', { cwd: root }).map(path => basename(path))]),
  ].toSorted()

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

/** The features with a file in `pattern` whose code satisfies `matches`; `app` if such a file is outside features. */
const featuresWhere = (root: string, pattern: string, matches: (code: string) => boolean): ChangeEffect[] => {
  const paths = globSync(pattern, { cwd: root }).filter(path => !isTest(path) && matches(read(root, path)))
  return [...featuresAt(paths), ...(paths.some(path => !findLocation(path)) ? [feature('app', 'web')] : [])]
}

/** Direct importers of a file, and indirect ones through files of the same package. */
const importersOf = (imports: readonly Import[], path: string): string[] => {
  const found = new Set<string>()
  const tree = /^(?:packages|apps)\/[^/]+/.exec(path)![0]
  const walk = (to: string) => {
    for (const { from } of imports.filter(one => one.to === to)) {
      if (found.has(from)) continue
      found.add(from)
      if (from.startsWith(`${tree}/`)) walk(from)
    }
  }
  walk(path)
  return [...found]
}

const effectsOf = (root: string, imports: readonly Import[], path: string): ChangeEffect[] => {
  const location = findLocation(path)
  if (isTest(path)) {
    if (location) return [tests(`apps/${location.side}/src/features/${location.feature}/**/*.test.{ts,tsx}`)]
    return existsSync(join(root, path)) ? [tests(path)] : []
  }
  if (location)
    return [
      feature(location.feature, location.side),
      ...(location.side === 'web' && path.endsWith('.feature.ts') ? [feature('app', 'web')] : []),
    ]
  const journey = /^e2e\/src\/visits\/([\w-]+)\.ts$/.exec(path)?.[1]
  if (journey) return [feature(journey, 'web')]
  if (path.startsWith('e2e/') || SHARED.some(pattern => pattern.test(path))) return allTests
  if (/^apps\/web\/src\/(?:app|routes)\//.test(path)) {
    const [folder] = /^apps\/web\/src\/app\/[\w-]+\//.exec(path) ?? []
    const composed = imports.filter(({ from }) => from === path || (folder && from.startsWith(folder)))
    return [feature('app', 'web'), ...featuresAt(composed.map(({ to }) => to))]
  }
  const text = /^apps\/(server|web)\/src\/locales\/[a-z]+\/([\w-]+)\.(?:json|ts)$/.exec(path)
  if (text) {
    const [, side, name] = text
    // Code uses the keys of a file; a web screen also names the file itself to load it.
    const keys = path.endsWith('.json') && existsSync(join(root, path)) ? Object.keys(JSON.parse(read(root, path))) : []
    const names = new Set([name!, ...keys.map(key => key.split('.')[0]!)])
    const textUsers = featuresWhere(root, `apps/${side}/src/{app,features,routes}/**/*.{ts,tsx}`, code =>
      new RegExp(`['"\`](?:${[...names].join('|')})(?:\\.[\\w$]|['"\`])`).test(code),
    )
    return textUsers.map(found => ({ ...found, isText: true }))
  }
  if (/^apps\/server\/src\/migrations\/.*\.sql$/.test(path)) {
    if (!existsSync(join(root, path))) return allTests
    const sql = read(root, path).replace(/references \w+/gi, '')
    const isTouched = (code: string) =>
      code.includes('interface Tables {') &&
      [...code.matchAll(/^ {4}(\w+): \{$/gm)].some(([, table]) =>
        new RegExp(`\\b(?:table(?: if (?:not )?exists)?|on|update|into|from|only) ${table}\\b(?! on delete)`, 'i').test(
          sql,
        ),
      )
    const kernelFiles = globSync('apps/server/src/kernel/**/*.ts', { cwd: root }).filter(one => !isTest(one))
    if (kernelFiles.some(one => isTouched(read(root, one)))) return allTests
    return featuresWhere(root, 'apps/server/src/features/*/*.tables.ts', isTouched)
  }
  if (/^packages\/(?:contract|demo-world)\/src\//.test(path)) {
    return [tests(`${path.split('/src/')[0]}/src/**/*.test.ts`), ...featuresAt(importersOf(imports, path))]
  }
  if (path.startsWith('packages/demo-world/drawings/'))
    return [tests('packages/demo-world/src/**/*.test.ts'), feature('media', 'server')]
  if (path.startsWith('apps/mobile/')) return [tests('apps/mobile/src/**/*.test.ts')]
  if (PROJECT.some(pattern => pattern.test(path))) return [CHECKS]
  return allTests
}

/** The features that call what other features declare in `<feature>.feature.ts`, by the name of the declaration. */
const callersOfHooks = {
  exports: 'leaving',
  erase: 'leaving',
  onDepartureChange: 'leaving',
  reportable: 'moderation',
  pictures: 'media',
  digest: 'digests',
  onMemberWelcomed: 'admin',
  onCommunityMoved: 'information',
  canWriteTo: 'profile',
}

const hooksDeclaredBy = (root: string, name: string): [hook: string, caller: string][] => {
  const declaration = `apps/server/src/features/${name}/${name}.feature.ts`
  const code = existsSync(join(root, declaration)) ? read(root, declaration) : ''
  return Object.entries(callersOfHooks).filter(([hook]) => new RegExp(`\\b${hook}\\b`).test(code))
}

/** The server features that call one of these, by import or by hook, with the reason; without those in `known`. */
const findDependents = (
  root: string,
  imports: readonly Import[],
  called: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Map<string, string> => {
  const dependents = new Map<string, string>()
  const add = (name: string, reason: string) => {
    if (!known.has(name) && !dependents.has(name)) dependents.set(name, `${name}, on the server: calls ${reason}`)
  }
  for (const { from, to } of imports) {
    const [ownFeature, otherFeature] = [featureOf(from), featureOf(to)]
    if (!ownFeature || !otherFeature || !called.has(otherFeature)) continue
    if (from.startsWith('apps/server/') && /\.(?:service|presenter)\.ts$/.test(to)) add(ownFeature, to)
  }
  for (const name of called) for (const [hook, caller] of hooksDeclaredBy(root, name)) add(caller, `${hook} of ${name}`)
  return dependents
}

/** The tests to run for these changed files; paths are relative to the root. */
export const selectTests = (
  root: string,
  changed: readonly string[],
  imports: readonly Import[] = readImports(root),
): Selection => {
  const reasons: string[] = []
  const changedOn = { server: new Set<string>(), web: new Set<string>() }
  /** Features whose services and presenters may behave differently after the change. */
  const featuresWithChangedServices = new Set<string>()
  const globs = new Set<string>()
  for (const path of changed)
    for (const found of effectsOf(root, imports, path)) {
      if (found.kind === 'everything')
        return {
          isEverything: true,
          files: [],
          reasons: [`everything: ${path} is what all stand on, or of no known kind`],
        }
      if (found.kind === 'tests') {
        globs.add(found.glob)
        continue
      }
      if (found.side === 'server' && !found.isText) featuresWithChangedServices.add(found.name)
      if (changedOn[found.side].has(found.name)) continue
      changedOn[found.side].add(found.name)
      reasons.push(`${found.name}, on the ${found.side}: ${path} changed`)
    }
  const dependents = findDependents(root, imports, featuresWithChangedServices, changedOn.server)
  reasons.push(...dependents.values())
  const files = new Set<string>()
  const add = (pattern: string) => {
    for (const file of globSync(pattern, { cwd: root })) files.add(file.replaceAll('\\', '/'))
  }
  for (const name of [...changedOn.server, ...dependents.keys()]) add(`apps/server/src/features/${name}/**/*.test.ts`)
  for (const name of changedOn.web)
    add(`apps/web/src/${name === 'app' ? '{app,routes}' : `features/${name}`}/**/*.test.{ts,tsx}`)
  for (const glob of globs) {
    add(glob)
    reasons.push(`${glob}: a test, or what it reads, changed`)
  }
  if (changedOn.server.size > 0) {
    add('apps/server/src/*.test.ts')
    reasons.push('apps/server/src/*.test.ts: they hold for every feature of the server')
  }
  const changedFeatures = new Set([...changedOn.server, ...changedOn.web])
  const journeys = globSync('e2e/src/*.test.ts', { cwd: root }).filter(file =>
    featuresOfJourney(read(root, file)).some(name => changedFeatures.has(name)),
  )
  for (const file of journeys) files.add(file)
  if (journeys.length > 0) reasons.push(`journeys: ${journeys.map(file => basename(file, '.test.ts')).join(', ')}`)
  return { isEverything: false, files: [...files].toSorted(), reasons }
}

const git = (root: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.split('\0').filter(Boolean)
}
const hasRevision = (root: string, revision: string) =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], { cwd: root }).status === 0

const RECENT_COMMITS = 20

/**
 * Files that differ between a commit and the working tree, including untracked ones. Without a commit: since
 * `origin/main`, or if that is unknown since the last twenty commits.
 */
export const changedFiles = (root: string, base?: string): string[] => {
  const since =
    base ??
    (hasRevision(root, 'origin/main')
      ? 'origin/main'
      : (git(root, 'rev-list', '-z', `--max-count=${RECENT_COMMITS + 1}`, 'HEAD')
          .join('')
          .trim()
          .split('\n')
          .at(-1) ?? 'HEAD'))
  if (!hasRevision(root, since)) throw new Error(`There is no commit ${since}.`)
  return [
    ...new Set([
      ...git(root, 'diff', '--name-only', '--no-renames', '-z', since),
      ...git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ]
}
