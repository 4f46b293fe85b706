import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import plist from 'plist'
import { mapApps } from '../../web/src/kernel/shell/map-apps.ts'
import { icon, paper, splash } from './drawing.ts'
import { editFile } from './edit.ts'
import { changeXcodeProject } from './xcode-project.ts'
import { NO_SERVER, type Version } from './server.ts'
import { APPLE_PLUGIN, applePlugin } from './sign-in-with-apple.ts'
import { languages, reasons } from './texts.ts'

type Plist = Record<string, plist.PlistValue>

const portrait = ['UIInterfaceOrientationPortrait']

const ourInfo: Plist = {
  ...reasons.en,
  CFBundleLocalizations: [...languages],
  CFBundleURLTypes: [{ CFBundleURLName: 'org.parvis.app', CFBundleURLSchemes: ['parvis'] }],
  // only what is declared may be asked for
  LSApplicationQueriesSchemes: mapApps.flatMap(({ ios }) => ios ?? []),
  UISupportedInterfaceOrientations: portrait,
  'UISupportedInterfaceOrientations~ipad': portrait,
  // an iPad turns what shares its screen
  UIRequiresFullScreen: true,
  UIRequiredDeviceCapabilities: ['arm64'],
  // https and the keychain alone
  ITSAppUsesNonExemptEncryption: false,
}

/** The server's links open the app, where Xcode puts in the host; Apple says who somebody is, and brings pushes. */
const entitlements: Plist = {
  'com.apple.developer.associated-domains': ['applinks:$(SERVER_HOST)'],
  'com.apple.developer.applesignin': ['Default'],
  // Xcode makes it `production` when it signs for a store
  'aps-environment': 'development',
}

const collected = (type: string, linked = true) => ({
  NSPrivacyCollectedDataType: `NSPrivacyCollectedDataType${type}`,
  NSPrivacyCollectedDataTypeLinked: linked,
  NSPrivacyCollectedDataTypeTracking: false,
  NSPrivacyCollectedDataTypePurposes: ['NSPrivacyCollectedDataTypePurposeAppFunctionality'],
})

/** What the server is told by who uses the app, and that nobody is followed. */
const privacy: Plist = {
  NSPrivacyTracking: false,
  NSPrivacyTrackingDomains: [],
  NSPrivacyCollectedDataTypes: [
    ...['Name', 'EmailAddress', 'PhoneNumber', 'PhysicalAddress', 'UserID', 'PhotosorVideos'].map(type =>
      collected(type),
    ),
    ...['EmailsOrTextMessages', 'OtherUserContent'].map(type => collected(type)),
    // shared in a message, or asked with and kept nowhere
    collected('PreciseLocation'),
    // what Apple's push service knows the phone by, where its owner has turned pushes on
    collected('DeviceID'),
  ],
  // the plugin that hands files on looks at when they were made
  NSPrivacyAccessedAPITypes: [
    {
      NSPrivacyAccessedAPIType: 'NSPrivacyAccessedAPICategoryFileTimestamp',
      NSPrivacyAccessedAPITypeReasons: ['C617.1'],
    },
  ],
}

const hex = (color: string, at: number) => `0x${color.slice(at, at + 2).toUpperCase()}`
const colorOf = (color: string) => ({
  'color-space': 'srgb',
  components: { alpha: '1.000', red: hex(color, 1), green: hex(color, 3), blue: hex(color, 5) },
})
const inDark = [{ appearance: 'luminosity', value: 'dark' }]
const author = { author: 'xcode', version: 1 }

const writeJson = (path: string, content: object) => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)

const looks = { light: null, dark: 'dark', tinted: 'tinted' } as const

const drawPictures = async (assets: string) => {
  const icons = join(assets, 'AppIcon.appiconset')
  rmSync(join(icons, 'AppIcon-512@2x.png'))
  const images = []
  for (const [look, value] of Object.entries(looks)) {
    const filename = `AppIcon-${look}.png`
    writeFileSync(join(icons, filename), await icon(1024, look as keyof typeof looks))
    images.push({
      filename,
      idiom: 'universal',
      platform: 'ios',
      size: '1024x1024',
      ...(value && { appearances: [{ appearance: 'luminosity', value }] }),
    })
  }
  writeJson(join(icons, 'Contents.json'), { images, info: author })

  const start = join(assets, 'Splash.imageset')
  rmSync(start, { recursive: true })
  mkdirSync(start)
  const scales = [1, 2, 3]
  for (const scale of scales) writeFileSync(join(start, `splash@${scale}x.png`), await splash(SPLASH_PT * scale))
  writeJson(join(start, 'Contents.json'), {
    images: scales.map(scale => ({ idiom: 'universal', filename: `splash@${scale}x.png`, scale: `${scale}x` })),
    info: author,
  })

  mkdirSync(join(assets, 'Paper.colorset'))
  writeJson(join(assets, 'Paper.colorset/Contents.json'), {
    colors: [
      { idiom: 'universal', color: colorOf(paper.light) },
      { idiom: 'universal', appearances: inDark, color: colorOf(paper.dark) },
    ],
    info: author,
  })
}

/** As large as the web app draws it while it starts. */
const SPLASH_PT = 64

const editLaunchScreen = (path: string) => {
  const part = (at: number) => (Number.parseInt(paper.light.slice(at, at + 2), 16) / 255).toFixed(6)
  editFile(
    path,
    ['contentMode="scaleAspectFill"', 'contentMode="center"'],
    [
      '<color key="backgroundColor" systemColor="systemBackgroundColor"/>',
      '<color key="backgroundColor" name="Paper"/>',
    ],
    [
      '<capability name="System colors in document resources" minToolsVersion="11.0"/>',
      '<capability name="Named colors" minToolsVersion="9.0"/>',
    ],
    [
      '<image name="Splash" width="1366" height="1366"/>',
      `<image name="Splash" width="${SPLASH_PT}" height="${SPLASH_PT}"/>`,
    ],
    [
      [
        '<systemColor name="systemBackgroundColor">',
        '            <color white="1" alpha="1" colorSpace="custom" customColorSpace="genericGamma22GrayColorSpace"/>',
        '        </systemColor>',
      ].join('\n'),
      [
        '<namedColor name="Paper">',
        `            <color red="${part(1)}" green="${part(3)}" blue="${part(5)}" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>`,
        '        </namedColor>',
      ].join('\n'),
    ],
  )
}

/** What Apple's push service says comes by the delegate, which hands it to the plugin. */
const editDelegate = (path: string) =>
  editFile(path, [
    '    func application(_ application: UIApplication,\n                     configurationForConnecting',
    [
      '    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {',
      '        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)',
      '    }',
      '',
      '    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {',
      '        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)',
      '    }',
      '',
      '    func application(_ application: UIApplication,\n                     configurationForConnecting',
    ].join('\n'),
  ])

/**
 * A finger that comes from the edge goes back, as in every app, which Capacitor leaves off; and the plugin that is ours
 * is there.
 */
const editScene = (path: string) =>
  editFile(
    path,
    ['window?.rootViewController = CAPBridgeViewController()', 'window?.rootViewController = PageViewController()'],
    [
      'class SceneDelegate: UIResponder',
      [
        'class PageViewController: CAPBridgeViewController {',
        '    override open func capacitorDidLoad() {',
        '        webView?.allowsBackForwardNavigationGestures = true',
        '        bridge?.registerPluginInstance(SignInWithApplePlugin())',
        '    }',
        '}',
        '',
        'class SceneDelegate: UIResponder',
      ].join('\n'),
    ],
  )

const writePlist = (path: string, content: Plist) => writeFileSync(path, `${plist.build(content)}\n`)

const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`

/** What is ours in the project that Capacitor has made. */
export const changeIos = async (folder: string, version: Version): Promise<void> => {
  const app = join(folder, 'App/App')
  const info = join(app, 'Info.plist')
  writePlist(info, { ...(plist.parse(readFileSync(info, 'utf8')) as Plist), ...ourInfo })
  writePlist(join(app, 'App.entitlements'), entitlements)
  writePlist(join(app, 'PrivacyInfo.xcprivacy'), privacy)
  for (const language of languages) {
    mkdirSync(join(app, `${language}.lproj`))
    const lines = Object.entries(reasons[language]).map(([key, reason]) => `${key} = ${quoted(reason)};\n`)
    writeFileSync(join(app, `${language}.lproj/InfoPlist.strings`), lines.join(''))
  }
  editDelegate(join(app, 'AppDelegate.swift'))
  editScene(join(app, 'SceneDelegate.swift'))
  writeFileSync(join(app, APPLE_PLUGIN), applePlugin)
  editLaunchScreen(join(app, 'Base.lproj/LaunchScreen.storyboard'))
  await drawPictures(join(app, 'Assets.xcassets'))
  changeXcodeProject(join(folder, 'App/App.xcodeproj/project.pbxproj'), version)
  const server = [
    `SERVER_HOST = ${NO_SERVER}`,
    '// `npm run mobile` writes it',
    '#include? "server.xcconfig"',
    '',
  ].join('\n')
  writeFileSync(join(folder, 'release.xcconfig'), server)
  writeFileSync(join(folder, 'debug.xcconfig'), `CAPACITOR_DEBUG = true\n${server}`)
  editFile(join(folder, '.gitignore'), ['xcuserdata\n', 'xcuserdata\nserver.xcconfig\n'])
}
