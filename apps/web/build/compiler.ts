import babel from '@rolldown/plugin-babel'
import { reactCompilerPreset } from '@vitejs/plugin-react'

/**
 * The React Compiler, for kernel, rooms and routes. A part of ui/ is drawn again only when the compiled screen around
 * it gives it something new: memoising twice costs 2 kB on the landing page. What stands while something is on its way,
 * or has failed, is drawn once.
 */
export const compiler = () =>
  babel({
    presets: [reactCompilerPreset()],
    exclude: [/[\\/]node_modules[\\/]/, /[\\/]src[\\/]ui[\\/]/, /Waiting\.tsx$|[\\/]-failures[\\/]/, /\0rolldown/],
  })
