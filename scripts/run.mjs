// node scripts/run.mjs <file.ts> [arguments]: installs if need be, then runs the file under Node 24.
import { becomeNode, ensureInstalled } from './bootstrap.mjs'

ensureInstalled()
becomeNode(process.argv.slice(2))
