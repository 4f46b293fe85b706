import { DOMParser } from '@xmldom/xmldom'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import plist from 'plist'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { mapApps } from '../../web/src/kernel/shell/map-apps.ts'
import config from '../capacitor.config.ts'
import { languages, permissionReasons } from './texts.ts'

const mobile = dirname(import.meta.dirname)
const read = (path: string) => readFileSync(join(mobile, path), 'utf8')

describe('the Android project', () => {
  const main = 'android/app/src/main'
  const parse = (path: string) => new DOMParser().parseFromString(read(path), 'text/xml')
  const manifest = parse(`${main}/AndroidManifest.xml`)
  const all = (name: string, within: Pick<typeof manifest, 'getElementsByTagName'> = manifest) => [
    ...within.getElementsByTagName(name),
  ]
  const of = (element: ReturnType<typeof all>[number] | undefined, name: string) =>
    element?.getAttribute(`android:${name}`)

  test('contains only well-formed XML files', () => {
    const files = globSync(`${main}/**/*.xml`, { cwd: mobile }).filter(file => !file.endsWith('xml/config.xml'))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) expect(parse(file).documentElement?.nodeName, file).toBeTruthy()
  })

  test('locks the app to portrait, on tablets too', () => {
    const [activity] = all('activity')
    expect(of(activity, 'screenOrientation')).toBe('portrait')
    expect(all('property').map(one => [of(one, 'name'), of(one, 'value')])).toEqual([
      ['android.window.PROPERTY_COMPAT_ALLOW_RESTRICTED_RESIZABILITY', 'true'],
    ])
  })

  test('excludes everything from backups and forbids cleartext traffic', () => {
    const [application] = all('application')
    expect(['allowBackup', 'fullBackupContent', 'usesCleartextTraffic'].map(name => of(application, name))).toEqual([
      'false',
      'false',
      'false',
    ])
    expect(of(application, 'dataExtractionRules')).toBe('@xml/data_extraction_rules')
    const rules = parse(`${main}/res/xml/data_extraction_rules.xml`)
    for (const way of ['cloud-backup', 'device-transfer']) {
      const [part] = all(way, rules)
      expect(
        all('exclude', part!).map(one => one.getAttribute('domain')),
        way,
      ).toContain('sharedpref')
      expect(all('include', part!)).toEqual([])
    }
    expect(config.android?.allowMixedContent).toBe(false)
    expect(config.server).toBeUndefined()
  })

  test('declares exactly the permissions and features that the app uses', () => {
    expect(all('uses-permission').map(one => of(one, 'name')?.replace('android.permission.', ''))).toEqual([
      'INTERNET',
      'CAMERA',
      'ACCESS_COARSE_LOCATION',
      'ACCESS_FINE_LOCATION',
      'POST_NOTIFICATIONS',
    ])
    expect(all('uses-feature').map(one => of(one, 'required'))).toEqual(['false', 'false'])
    expect(all('package', all('queries')[0]!).map(one => of(one, 'name'))).toEqual(
      mapApps.flatMap(({ android }) => android ?? []),
    )
  })

  test('uses Firebase for pushes only: no analytics, and no token before the user agrees', () => {
    const declared = Object.fromEntries(
      all('meta-data').map(one => [of(one, 'name'), of(one, 'value') ?? of(one, 'resource')]),
    )
    expect(declared).toMatchObject({
      firebase_messaging_auto_init_enabled: 'false',
      firebase_analytics_collection_deactivated: 'true',
      delivery_metrics_exported_to_big_query_enabled: 'false',
      'com.google.firebase.messaging.default_notification_icon': '@drawable/ic_notification',
    })
    const build = ['build.gradle', 'app/build.gradle', 'app/capacitor.build.gradle'].map(file =>
      read(`android/${file}`),
    )
    expect(build.join()).not.toMatch(/firebase-analytics|play-services-ads|crashlytics/)
    // The builder of the app supplies this file; without it the app can still be built.
    expect(existsSync(join(mobile, 'android/app/google-services.json'))).toBe(false)
    expect(read('android/.gitignore')).toMatch(/^google-services\.json$/m)
    expect(build[1]).toMatch(/try \{\s+def servicesJSON = file\('google-services\.json'\)/)
    expect(config.plugins?.PushNotifications).toEqual({ presentationOptions: [] })
  })

  test('opens links to the server and links with the app’s own scheme', () => {
    const links = all('intent-filter').slice(1)
    const declared = links.map(link => all('data', link).map(data => of(data, 'scheme') ?? of(data, 'host')))
    expect(declared).toEqual([['https', '${serverHost}'], ['@string/custom_url_scheme']])
    expect(links.map(link => of(link, 'autoVerify'))).toEqual(['true', null])
    for (const link of links)
      expect(all('category', link).map(one => of(one, 'name'))).toContain('android.intent.category.BROWSABLE')
    expect(read(`${main}/res/values/strings.xml`)).toContain('<string name="custom_url_scheme">parvis</string>')
    expect(read('android/app/build.gradle')).toContain('manifestPlaceholders = [serverHost: ')
  })

  test('contains every drawable, colour and theme that its XML files reference', () => {
    const named = globSync(`${main}/{AndroidManifest.xml,res/**/*.xml}`, { cwd: mobile })
      .filter(file => !file.endsWith('xml/config.xml'))
      .flatMap(file => [...read(file).matchAll(/"?@(drawable|mipmap|xml|color|style)\/([\w.]+)/g)])
    expect(named.length).toBeGreaterThan(10)
    for (const [, kind, name] of named) {
      const values = globSync(`${main}/res/values/*.xml`, { cwd: mobile }).map(read).join('')
      const isThere =
        globSync(`${main}/res/${kind}*/${name}.{xml,png}`, { cwd: mobile }).length > 0 ||
        new RegExp(`<${kind} name="${name!.replaceAll('.', '\\.')}"`).test(values)
      expect(isThere, `${kind} ${name}`).toBe(true)
    }
    expect(existsSync(join(mobile, `${main}/res/values-night/colors.xml`))).toBe(true)
  })

  test('has the version that package.json states', () => {
    expect(read('android/app/build.gradle')).toMatch(/versionCode 10502\s+versionName "1\.5\.2"/)
  })
})

describe('the iOS project', () => {
  const app = 'ios/App/App'
  const properties = (path: string) => plist.parse(read(path)) as Record<string, plist.PlistValue>
  const info = properties(`${app}/Info.plist`)

  test('locks the app to portrait, on iPads too', () => {
    for (const key of ['UISupportedInterfaceOrientations', 'UISupportedInterfaceOrientations~ipad'])
      expect(info[key]).toEqual(['UIInterfaceOrientationPortrait'])
    expect(info.UIRequiresFullScreen).toBe(true)
  })

  test('explains every requested permission in French and in English', () => {
    expect(info).toMatchObject(permissionReasons.en)
    expect(info.CFBundleLocalizations).toEqual(languages)
    for (const language of languages) {
      const strings = read(`${app}/${language}.lproj/InfoPlist.strings`)
      const declared = Object.fromEntries(
        [...strings.matchAll(/^(\w+) = "(.+)";$/gm)].map(([, key, text]) => [key, text]),
      )
      expect(declared).toEqual(permissionReasons[language])
    }
    for (const text of Object.values(permissionReasons.fr)) expect(text).not.toMatch(/'| [?!;:]/)
  })

  test('forbids cleartext traffic and declares exactly the URL schemes and permissions that the app uses', () => {
    expect(info).not.toHaveProperty('NSAppTransportSecurity')
    expect(info.LSApplicationQueriesSchemes).toEqual(mapApps.flatMap(({ ios }) => ios ?? []))
    expect(Object.keys(info).filter(key => key.endsWith('UsageDescription'))).toEqual(Object.keys(permissionReasons.en))
  })

  test('opens links to the server and links with the app’s own scheme', () => {
    expect(properties(`${app}/App.entitlements`)).toEqual({
      'com.apple.developer.associated-domains': ['applinks:$(SERVER_HOST)'],
      'com.apple.developer.applesignin': ['Default'],
      'aps-environment': 'development',
    })
    expect(info.CFBundleURLTypes).toMatchObject([{ CFBundleURLSchemes: ['parvis'] }])
    for (const file of ['debug', 'release']) expect(read(`ios/${file}.xcconfig`)).toContain('SERVER_HOST = ')
  })

  test('declares the data that the app sends to the server, and no tracking', () => {
    const privacy = properties(`${app}/PrivacyInfo.xcprivacy`)
    expect(privacy).toMatchObject({ NSPrivacyTracking: false, NSPrivacyTrackingDomains: [] })
    const types = privacy.NSPrivacyCollectedDataTypes as Record<string, plist.PlistValue>[]
    expect(
      types.map(type => String(type.NSPrivacyCollectedDataType).replace('NSPrivacyCollectedDataType', '')),
    ).toEqual(
      expect.arrayContaining(['Name', 'EmailAddress', 'PhoneNumber', 'PhotosorVideos', 'PreciseLocation', 'DeviceID']),
    )
    for (const type of types) expect(type.NSPrivacyCollectedDataTypeTracking).toBe(false)
  })

  test('forwards push registration to the plugin and contains the Sign in with Apple plugin', () => {
    const delegate = read(`${app}/AppDelegate.swift`)
    for (const [method, name] of [
      ['didRegisterForRemoteNotificationsWithDeviceToken', 'capacitorDidRegisterForRemoteNotifications'],
      ['didFailToRegisterForRemoteNotificationsWithError', 'capacitorDidFailToRegisterForRemoteNotifications'],
    ])
      expect(delegate).toMatch(
        new RegExp(`${method} \\w+: \\w+\\) \\{\\s+NotificationCenter\\.default\\.post\\(name: \\.${name},`),
      )
    expect(read(`${app}/SceneDelegate.swift`)).toContain('registerPluginInstance(SignInWithApplePlugin())')
    // The plugin and the web app must use the same names for the plugin and for its results.
    const called = read('../web/src/kernel/shell/apple-sheet.ts')
    const plugin = read(`${app}/SignInWithApplePlugin.swift`)
    expect(plugin).toContain('jsName = "SignInWithApple"')
    expect(called).toContain("}>('SignInWithApple')")
    for (const name of ['identityToken', 'bundleId', 'givenName', 'familyName', 'cancelled']) {
      expect(plugin, name).toContain(`"${name}"`)
      expect(called, name).toContain(name)
    }
    // No other identity provider’s code is linked.
    expect(read('ios/App/CapApp-SPM/Package.swift')).not.toMatch(/facebook|google/i)
  })

  test('has an Xcode project that can be parsed and that includes the added files in the build', () => {
    const { project } = createRequire(import.meta.url)('xcode') as {
      project: (path: string) => { parseSync: () => { hash: { project: { objects: Objects } } } }
    }
    const { objects } = project(join(mobile, 'ios/App/App.xcodeproj/project.pbxproj')).parseSync().hash.project
    const [resources] = Object.values(objects.PBXResourcesBuildPhase!).filter(phase => typeof phase !== 'string')
    const built = (resources!.files as { value: string; comment: string }[]).map(({ value, comment }) => {
      expect(objects.PBXBuildFile![value], comment).toBeTruthy()
      return comment.replace(' in Resources', '')
    })
    expect(built).toEqual(expect.arrayContaining(['PrivacyInfo.xcprivacy', 'InfoPlist.strings', 'Assets.xcassets']))
    const [sources] = Object.values(objects.PBXSourcesBuildPhase!).filter(phase => typeof phase !== 'string')
    expect((sources!.files as { comment: string }[]).map(({ comment }) => comment)).toContain(
      'SignInWithApplePlugin.swift in Sources',
    )
    const settings = Object.values(objects.XCBuildConfiguration!).flatMap(one =>
      typeof one === 'object' && 'PRODUCT_BUNDLE_IDENTIFIER' in (one.buildSettings as object) ? [one] : [],
    )
    expect(
      settings.map(({ buildSettings, baseConfigurationReference_comment: base }) => [buildSettings, base]),
    ).toEqual(
      ['debug', 'release'].map(name => [
        expect.objectContaining({
          CODE_SIGN_ENTITLEMENTS: 'App/App.entitlements',
          PRODUCT_BUNDLE_IDENTIFIER: config.appId,
          MARKETING_VERSION: '1.5.2',
          CURRENT_PROJECT_VERSION: 10502,
        }),
        `${name}.xcconfig`,
      ]),
    )
  })

  test('has an opaque icon for each appearance of the home screen', async () => {
    const folder = `${app}/Assets.xcassets/AppIcon.appiconset`
    const { images } = JSON.parse(read(`${folder}/Contents.json`)) as { images: { filename: string }[] }
    expect(images).toHaveLength(3)
    for (const { filename } of images) {
      const { width, height, hasAlpha } = await sharp(join(mobile, folder, filename)).metadata()
      expect([filename, width, height, hasAlpha]).toEqual([filename, 1024, 1024, false])
    }
  })
})

type Objects = Record<string, Record<string, Record<string, unknown>>>
