import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mapApps } from '../../web/src/kernel/shell/map-apps.ts'
import { androidVector, iconDrawing, pageBackground, renderRoundedIcon } from './icons.ts'
import { editFile } from './edit-file.ts'
import { PLACEHOLDER_HOST, type Version } from './server.ts'

const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const resources = (...lines: string[]) =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<resources>',
    ...lines.map(line => `    ${line}`),
    '</resources>',
    '',
  ].join('\n')

const styles = resources(
  '<style name="AppTheme.NoActionBar" parent="Theme.AppCompat.DayNight.NoActionBar">',
  '    <item name="android:windowBackground">@color/paper</item>',
  '    <item name="colorAccent">@color/ground</item>',
  '</style>',
  '<style name="AppTheme.Launch" parent="Theme.SplashScreen.IconBackground">',
  '    <item name="windowSplashScreenBackground">@color/paper</item>',
  '    <item name="windowSplashScreenIconBackgroundColor">@color/ground</item>',
  '    <item name="windowSplashScreenAnimatedIcon">@drawable/ic_launcher_foreground</item>',
  '    <item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>',
  '</style>',
)

const adaptiveIcon = `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/ground" />
    <foreground android:drawable="@drawable/ic_launcher_foreground" />
    <monochrome android:drawable="@drawable/ic_launcher_monochrome" />
</adaptive-icon>
`

/** Excludes everything from backups and device transfers, because tokens belong to one phone. */
const dataExtractionRules = `<?xml version="1.0" encoding="utf-8"?>
<data-extraction-rules>
    <cloud-backup>
        <exclude domain="root" />
        <exclude domain="file" />
        <exclude domain="database" />
        <exclude domain="sharedpref" />
        <exclude domain="external" />
    </cloud-backup>
    <device-transfer>
        <exclude domain="root" />
        <exclude domain="file" />
        <exclude domain="database" />
        <exclude domain="sharedpref" />
        <exclude domain="external" />
    </device-transfer>
</data-extraction-rules>
`

const links = `
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" />
                <data android:host="\${serverHost}" />
            </intent-filter>

            <intent-filter>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="@string/custom_url_scheme" />
            </intent-filter>
`

/** The web view scans QR codes, hence the camera; `required="false"` admits phones without a camera or GPS. */
const permissions = `
    <uses-permission android:name="android.permission.CAMERA" />
    <uses-permission android:name="android.permission.ACCESS_COARSE_LOCATION" />
    <uses-permission android:name="android.permission.ACCESS_FINE_LOCATION" />
    <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />
    <uses-feature android:name="android.hardware.camera" android:required="false" />
    <uses-feature android:name="android.hardware.location.gps" android:required="false" />

    <!-- The apps that may show a way: others are not seen. -->
    <queries>
${mapApps.flatMap(({ android }) => (android ? `        <package android:name="${android}" />` : [])).join('\n')}
    </queries>
`

/** Firebase is used for pushes only: no analytics, and no push token before the user has turned pushes on. */
const firebase = [
  ['firebase_messaging_auto_init_enabled', 'value', 'false'],
  ['firebase_analytics_collection_deactivated', 'value', 'true'],
  ['delivery_metrics_exported_to_big_query_enabled', 'value', 'false'],
  ['com.google.firebase.messaging.default_notification_icon', 'resource', '@drawable/ic_notification'],
  ['com.google.firebase.messaging.default_notification_color', 'resource', '@color/ground'],
  ['com.google.firebase.messaging.default_notification_channel_id', 'value', 'news'],
]
  .map(
    ([name, kind, value]) =>
      `        <meta-data\n            android:name="${name}"\n            android:${kind}="${value}" />\n`,
  )
  .join('')

const editManifest = (path: string) =>
  editFile(
    path,
    [
      'android:allowBackup="true"',
      [
        'android:allowBackup="false"',
        'android:fullBackupContent="false"',
        'android:dataExtractionRules="@xml/data_extraction_rules"',
        'android:usesCleartextTraffic="false"',
      ].join('\n        '),
    ],
    ['android:roundIcon="@mipmap/ic_launcher_round"\n        ', ''],
    ['android:theme="@style/AppTheme">', 'android:theme="@style/AppTheme.NoActionBar">'],
    ['android:theme="@style/AppTheme.NoActionBarLaunch"', 'android:theme="@style/AppTheme.Launch"'],
    // From Android 16 on, large screens ignore the orientation unless the app sets the property that is added below.
    ['android:exported="true">\n', 'android:exported="true"\n            android:screenOrientation="portrait">\n'],
    [
      '            </intent-filter>\n\n        </activity>\n',
      [
        '            </intent-filter>\n',
        links,
        '            <property',
        '\n                android:name="android.window.PROPERTY_COMPAT_ALLOW_RESTRICTED_RESIZABILITY"',
        '\n                android:value="true" />\n',
        '        </activity>\n\n',
        firebase,
      ].join(''),
    ],
    [
      '    <uses-permission android:name="android.permission.INTERNET" />\n',
      `    <uses-permission android:name="android.permission.INTERNET" />${permissions}`,
    ],
  )

const editBuild = (path: string, { name, code }: Version) =>
  editFile(
    path,
    ['versionCode 1\n', `versionCode ${code}\n`],
    [
      'versionName "1.0"\n',
      [
        `versionName "${name}"`,
        '// whose links open the app: `npm run mobile` writes it',
        'def server = new Properties()',
        "def told = rootProject.file('server.properties')",
        'if (told.exists()) told.withInputStream { server.load(it) }',
        `manifestPlaceholders = [serverHost: server.getProperty('host', '${PLACEHOLDER_HOST}')]`,
        '',
      ].join('\n        '),
    ],
  )

const densities = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }

export const customizeAndroid = async (folder: string, version: Version): Promise<void> => {
  const mainFolder = join(folder, 'app/src/main')
  const res = join(mainFolder, 'res')
  for (const obsolete of ['app/src/test', 'app/src/androidTest']) rmSync(join(folder, obsolete), { recursive: true })
  const orientations = ['land', 'port'].flatMap(orientation =>
    Object.keys(densities).map(one => `drawable-${orientation}-${one}`),
  )
  for (const obsolete of [...orientations, 'drawable', 'drawable-v24', 'values/ic_launcher_background.xml'])
    rmSync(join(res, obsolete), { recursive: true })

  editManifest(join(mainFolder, 'AndroidManifest.xml'))
  editBuild(join(folder, 'app/build.gradle'), version)
  editFile(join(res, 'values/strings.xml'), [
    '<string name="custom_url_scheme">org.parvis.app</string>',
    '<string name="custom_url_scheme">parvis</string>',
  ])
  editFile(
    join(folder, '.gitignore'),
    ['# Copied web assets\n', '# The server whose links open the app\nserver.properties\n\n# Copied web assets\n'],
    ['# google-services.json\n', 'google-services.json\n'],
  )
  const colors = (ground: string) =>
    resources(`<color name="paper">${ground}</color>`, `<color name="ground">${iconDrawing.ground}</color>`)
  write(join(res, 'values/colors.xml'), colors(pageBackground.light))
  write(join(res, 'values-night/colors.xml'), colors(pageBackground.dark))
  write(join(res, 'values/styles.xml'), styles)
  write(join(res, 'xml/data_extraction_rules.xml'), dataExtractionRules)

  // Launchers show only the inner two thirds of an adaptive icon.
  write(join(res, 'drawable/ic_launcher_foreground.xml'), androidVector(108, 2 / 3))
  write(join(res, 'drawable/ic_launcher_monochrome.xml'), androidVector(108, 2 / 3, '#ffffff'))
  // Phones use only the shape of a notification icon, not its colours.
  write(join(res, 'drawable/ic_notification.xml'), androidVector(24, 1, '#ffffff'))
  write(join(res, 'mipmap-anydpi-v26/ic_launcher.xml'), adaptiveIcon)
  rmSync(join(res, 'mipmap-anydpi-v26/ic_launcher_round.xml'))
  for (const [density, px] of Object.entries(densities)) {
    const mipmapFolder = join(res, `mipmap-${density}`)
    for (const obsolete of ['ic_launcher_round.png', 'ic_launcher_foreground.png']) rmSync(join(mipmapFolder, obsolete))
    write(join(mipmapFolder, 'ic_launcher.png'), await renderRoundedIcon(px))
  }
}
