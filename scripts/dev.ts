import { spawn } from 'node:child_process'
import { join } from 'node:path'

// npm run dev: the server restarts when its sources change; the web app uses hot module replacement.
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
console.log('Open the address that Vite prints; it forwards API calls to the server.')

const stop = () => {
  for (const program of programs) program.kill('SIGTERM')
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
for (const program of programs) program.on('exit', stop)
