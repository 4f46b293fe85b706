// Preloaded by test workers: resolves imports of `happy-dom` to the bundle whose path is in HAPPY_DOM_FILE.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const file = process.env.HAPPY_DOM_FILE
if (file)
  registerHooks({
    resolve: (name, context, next) =>
      name === 'happy-dom' ? { url: pathToFileURL(file).href, shortCircuit: true } : next(name, context),
  })
