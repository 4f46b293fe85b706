import { spawn } from 'node:child_process'
import { join } from 'node:path'

// npm run dev: the server starts again when its sources change, the web app replaces what changed in the open page.
const root = join(import.meta.dirname, '..')
const environment = { ...process.env, PARVIS_WEB: 'none' }
const programs = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
  }),
]
console.log('Open the address that Vite prints; the server answers behind it.')

const stop = () => {
  for (const program of programs) program.kill('SIGTERM')
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
for (const program of programs) program.on('exit', stop)
