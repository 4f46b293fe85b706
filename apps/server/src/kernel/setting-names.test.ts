import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../env.ts'
import { findMistypedSettings, settingNames } from './setting-names.ts'

it('settingNames lists the settings of docs/configuration.md and every setting that the server reads', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/configuration.md'), 'utf8')
  const rows = page.split('\n').filter(line => /^\| `[A-Z_]+[`=]/.test(line))
  const documented = rows.flatMap(line => [...line.split('|')[1]!.matchAll(/`([A-Z_]+)/g)].map(([, name]) => name!))
  expect([...documented, 'PARVIS_WEB'].sort()).toEqual([...settingNames].sort())
  const read = new Set<string>()
  readSettings(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) }))
  expect(read.size).toBeGreaterThan(20)
  expect([...read].filter(name => !settingNames.includes(name))).toEqual([])
})

it.each([
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMTP_URLS', 'SMTP_URL'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['trust_proxy', 'TRUST_PROXY'],
  ['DMEO', 'DEMO'],
  ['PARVIS_DATA_DIR', 'DATA_DIR'],
])('%s is recognized as a misspelled %s', (name, meant) => {
  expect(findMistypedSettings({ [name]: 'x' })).toEqual([{ name, meant }])
})

it('environment variables of the system are not reported as misspelled settings', () => {
  const names =
    'HOME SHELL HOSTNAME HOSTTYPE USER LOGNAME PATH PWD OLDPWD LANG TERM EDITOR MAIL TMPDIR NODE_OPTIONS NODE_PATH SHLVL npm_config_cache XDG_DATA_DIRS JOURNAL_STREAM INVOCATION_ID CREDENTIALS_DIRECTORY KUBERNETES_PORT KUBERNETES_SERVICE_HOST PGHOST PGPORT PGDATABASE DEBIAN_FRONTEND CI http_proxy PORTS PARVIS_LONG PARVIS_CROWD'
  expect(
    findMistypedSettings(Object.fromEntries([...names.split(' '), ...settingNames].map(name => [name, 'x']))),
  ).toEqual([])
})
