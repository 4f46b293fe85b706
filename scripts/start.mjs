// npm start: install, build, serve; each only when something changed.
import { becomeNode, ensureInstalled, runNode, serverFlags } from './bootstrap.mjs'

ensureInstalled()
const built = runNode(['scripts/build-web.ts'])
if (built !== 0) process.exit(built)
becomeNode([...serverFlags, 'apps/server/src/main.ts'])
