import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import plist from 'plist'
import { mapApps } from '../../web/src/kernel/shell/map-apps.ts'
import { renderIcon, pageBackground, renderRoundedIcon } from './icons.ts'
import { editFile } from './edit-file.ts'
import { customizeXcodeProject } from './xcode-project.ts'
import { PLACEHOLDER_HOST, type Version } from './server.ts'
import { APPLE_PLUGIN, applePlugin } from './sign-in-with-apple.ts'
import { languages, permissionReasons } from './texts.ts'

type Plist = Record<string, plist.PlistValue>

const portrait = ['UIInterfaceOrientationPortrait']

const infoEntries: Plist = {
  ...permissionReasons.en,
  CFBundleLocalizations: [...languages],
  CFBundleURLTypes: [{ CFBundleURLName: 'org.parvis.app', CFBundleURLSchemes: ['parvis'] }],
  // iOS tells an app whether a URL scheme can be opened only if the scheme is declared here.
  LSApplicationQueriesSchemes: mapApps.flatMap(({ ios }) => ios ?? []),
  UISupportedInterfaceOrientations: portrait,
  'UISupportedInterfaceOrientations~ipad': portrait,
  // Without full screen, an iPad in split view ignores the portrait lock.
  UIRequiresFullScreen: true,
  UIRequiredDeviceCapabilities: ['arm64'],
  ITSAppUsesNonExemptEncryption: false,
}

const entitlements: Plist = {
  'com.apple.developer.associated-domains': ['applinks:$(SERVER_HOST)'],
  'com.apple.developer.applesignin': ['Default'],
  // Xcode changes `aps-environment` to `production` when it signs the app for the store.
  'aps-environment': 'development',
}

const collectedType = (type: string) => ({
  NSPrivacyCollectedDataType: `NSPrivacyCollectedDataType${type}`,
  NSPrivacyCollectedDataTypeLinked: true,
  NSPrivacyCollectedDataTypeTracking: false,
  NSPrivacyCollectedDataTypePurposes: ['NSPrivacyCollectedDataTypePurposeAppFunctionality'],
})

/** The data that the app sends to the server; nothing is used for tracking. */
const privacy: Plist = {
  NSPrivacyTracking: false,
  NSPrivacyTrackingDomains: [],
  NSPrivacyCollectedDataTypes: [
    ...['Name', 'EmailAddress', 'PhoneNumber', 'PhysicalAddress', 'UserID', 'PhotosorVideos'].map(type =>
      collectedType(type),
    ),
    ...['EmailsOrTextMessages', 'OtherUserContent'].map(type => collectedType(type)),
    // The position is shared in a message, or sent with a query and not stored.
    collectedType('PreciseLocation'),
    // The push token is sent only by users who have turned pushes on.
    collectedType('DeviceID'),
  ],
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
const darkAppearance = [{ appearance: 'luminosity', value: 'dark' }]
const author = { author: 'xcode', version: 1 }

const writeJson = (path: string, content: object) => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)

const looks = { light: null, dark: 'dark', tinted: 'tinted' } as const

const writeImages = async (assets: string) => {
  const icons = join(assets, 'AppIcon.appiconset')
  rmSync(join(icons, 'AppIcon-512@2x.png'))
  const images = []
  for (const [look, value] of Object.entries(looks)) {
    const filename = `AppIcon-${look}.png`
    writeFileSync(join(icons, filename), await renderIcon(1024, look as keyof typeof looks))
    images.push({
      filename,
      idiom: 'universal',
      platform: 'ios',
      size: '1024x1024',
      ...(value && { appearances: [{ appearance: 'luminosity', value }] }),
    })
  }
  writeJson(join(icons, 'Contents.json'), { images, info: author })

  const splashFolder = join(assets, 'Splash.imageset')
  rmSync(splashFolder, { recursive: true })
  mkdirSync(splashFolder)
  const scales = [1, 2, 3]
  for (const scale of scales)
    writeFileSync(join(splashFolder, `splash@${scale}x.png`), await renderRoundedIcon(SPLASH_PT * scale))
  writeJson(join(splashFolder, 'Contents.json'), {
    images: scales.map(scale => ({ idiom: 'universal', filename: `splash@${scale}x.png`, scale: `${scale}x` })),
    info: author,
  })

  mkdirSync(join(assets, 'Paper.colorset'))
  writeJson(join(assets, 'Paper.colorset/Contents.json'), {
    colors: [
      { idiom: 'universal', color: colorOf(pageBackground.light) },
      { idiom: 'universal', appearances: darkAppearance, color: colorOf(pageBackground.dark) },
    ],
    info: author,
  })
}

const SPLASH_PT = 64

const editLaunchScreen = (path: string) => {
  const channel = (at: number) => (Number.parseInt(pageBackground.light.slice(at, at + 2), 16) / 255).toFixed(6)
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
        `            <color red="${channel(1)}" green="${channel(3)}" blue="${channel(5)}" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>`,
        '        </namedColor>',
      ].join('\n'),
    ],
  )
}

/** Forwards Apple’s push registration callbacks to Capacitor’s push plugin. */
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

/** Turns on the back swipe from the screen edge, which Capacitor leaves off, and registers our own Apple plugin. */
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

export const customizeIos = async (folder: string, version: Version): Promise<void> => {
  const app = join(folder, 'App/App')
  const info = join(app, 'Info.plist')
  writePlist(info, { ...(plist.parse(readFileSync(info, 'utf8')) as Plist), ...infoEntries })
  writePlist(join(app, 'App.entitlements'), entitlements)
  writePlist(join(app, 'PrivacyInfo.xcprivacy'), privacy)
  for (const language of languages) {
    mkdirSync(join(app, `${language}.lproj`))
    const lines = Object.entries(permissionReasons[language]).map(([key, reason]) => `${key} = ${quoted(reason)};\n`)
    writeFileSync(join(app, `${language}.lproj/InfoPlist.strings`), lines.join(''))
  }
  editDelegate(join(app, 'AppDelegate.swift'))
  editScene(join(app, 'SceneDelegate.swift'))
  writeFileSync(join(app, APPLE_PLUGIN), applePlugin)
  editLaunchScreen(join(app, 'Base.lproj/LaunchScreen.storyboard'))
  await writeImages(join(app, 'Assets.xcassets'))
  customizeXcodeProject(join(folder, 'App/App.xcodeproj/project.pbxproj'), version)
  const server = [
    `SERVER_HOST = ${PLACEHOLDER_HOST}`,
    '// `npm run mobile` writes it',
    '#include? "server.xcconfig"',
    '',
  ].join('\n')
  writeFileSync(join(folder, 'release.xcconfig'), server)
  writeFileSync(join(folder, 'debug.xcconfig'), `CAPACITOR_DEBUG = true\n${server}`)
  editFile(join(folder, '.gitignore'), ['xcuserdata\n', 'xcuserdata\nserver.xcconfig\n'])
}
