import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { reactCompilerPreset } from '@vitejs/plugin-react'

const root = join(import.meta.dirname, '../../..')
const cache = join(root, 'node_modules/.cache/react-compiler')
const version = [join(root, 'package-lock.json'), import.meta.filename].map(path => readFileSync(path))

const cacheFileOf = (id: string, code: string): string => {
  const hash = createHash('sha256')
  // The compiler's output depends on NODE_ENV: for development it adds code that resets an edited component.
  const isForDevelopment = process.env.NODE_ENV === 'development'
  for (const part of [...version, String(isForDevelopment), id, code]) hash.update(part).update('\0')
  return join(cache, `${hash.digest('hex')}.json`)
}

const readCachedResult = (file: string): { result: unknown } | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { result: unknown }
  } catch {
    return null
  }
}

const cacheResult = (file: string, result: unknown) => {
  try {
    mkdirSync(cache, { recursive: true })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, JSON.stringify({ result: result ?? null }))
    renameSync(unfinished, file)
  } catch {
    // The folder is read-only: the file is compiled again by the next build.
  }
}

/** The React Compiler with a cache. Skips views that render once, and ui/, where it adds 2 kB to the landing page. */
export const compiler = async () => {
  const plugin = await babel({
    presets: [reactCompilerPreset()],
    exclude: [/[\\/]node_modules[\\/]/, /[\\/]src[\\/]ui[\\/]/, /Skeleton\.tsx$|[\\/]app[\\/]failures[\\/]/, /\0rolldown/],
  })
  const { transform } = plugin
  if (typeof transform !== 'object') throw new Error('The React Compiler is no transform of files any more.')
  const compile = transform.handler
  transform.handler = async function (code, id, options) {
    const file = cacheFileOf(id, code)
    const cached = readCachedResult(file)
    if (cached) return cached.result as Awaited<ReturnType<typeof compile>>
    const result = await compile.call(this, code, id, options)
    cacheResult(file, result)
    return result
  }
  return plugin
}
