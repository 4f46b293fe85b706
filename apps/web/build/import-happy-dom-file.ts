// Preloaded in test workers: resolves `happy-dom` to the single file that HAPPY_DOM_FILE names.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const file = process.env.HAPPY_DOM_FILE
if (file)
  registerHooks({
    resolve: (name, context, next) =>
      name === 'happy-dom' ? { url: pathToFileURL(file).href, shortCircuit: true } : next(name, context),
  })
