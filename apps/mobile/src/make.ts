import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeProjects, runCapacitor, syncProjects } from './projects.ts'
import { readServerUrl } from './server.ts'

// SERVER=https://… npm run mobile: builds the web app for the native shell and updates both projects.
const mobile = dirname(import.meta.dirname)
const root = join(mobile, '../..')

/** Works in a folder as deep as `apps/mobile`, because the projects refer to plugins by relative path. */
const regenerateProjects = async () => {
  const folder = join(root, '.cache', `mobile-${process.pid}`)
  try {
    await makeProjects(folder)
    return await syncProjects(folder, mobile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The Firebase configuration file, not committed: whoever builds the app supplies that of their own project. */
const firebaseConfigPath = join(mobile, 'android/app/google-services.json')

const buildWeb = (server: URL) => {
  rmSync(join(mobile, 'www'), { recursive: true, force: true })
  const result = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', join(mobile, 'www')],
    {
      cwd: join(root, 'apps/web'),
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        VITE_SERVER: server.origin,
        VITE_APPLE_ID: process.env.APPLE_ID ?? '',
        // Without the Firebase configuration file, registering for pushes would crash the app.
        VITE_ANDROID_PUSH: existsSync(firebaseConfigPath) ? '1' : '',
      },
    },
  )
  if (result.status !== 0) throw new Error('The web app could not be built: see above.')
}

const readServerOrExit = () => {
  try {
    return readServerUrl(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

const server = readServerOrExit()
console.log(`Building the web app for a shell of ${server.origin}…`)
buildWeb(server)
const changed = await regenerateProjects()
console.log(changed.length > 0 ? `Projects: ${changed.length} files are new.` : 'Projects: as they were.')
writeFileSync(join(mobile, 'android/server.properties'), `host=${server.hostname}\n`)
const team = process.env.APPLE_TEAM_ID
writeFileSync(
  join(mobile, 'ios/server.xcconfig'),
  `SERVER_HOST = ${server.hostname}\n${team ? `DEVELOPMENT_TEAM = ${team}\n` : ''}`,
)
runCapacitor(mobile, 'sync')
console.log(
  existsSync(firebaseConfigPath)
    ? 'Android: with the pushes of your Firebase project.'
    : 'Android: without pushes, as there is no android/app/google-services.json.',
)
console.log('Open them with Android Studio (apps/mobile/android) and Xcode (apps/mobile/ios/App/App.xcodeproj).')
