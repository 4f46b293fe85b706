import { editFile } from './edit-file.ts'
import type { Version } from './server.ts'
import { APPLE_PLUGIN } from './sign-in-with-apple.ts'
import { languages } from './texts.ts'

/** An object id in Xcode’s format: 24 hexadecimal digits, unique in the project. */
const objectId = (n: number) => `5041A000000000000000${n.toString(16).toUpperCase().padStart(4, '0')}`

const privacy = { ref: objectId(1), build: objectId(2) }
const strings = { group: objectId(3), build: objectId(4) }
const entitlements = objectId(5)
const release = objectId(6)
const apple = { ref: objectId(7), build: objectId(8) }
const translated = Object.fromEntries(languages.map((language, at) => [language, objectId(16 + at)])) as Record<
  (typeof languages)[number],
  string
>

const PRIVACY = 'PrivacyInfo.xcprivacy'
const STRINGS = 'InfoPlist.strings'

const lines = (...all: string[]) => all.map(line => `${line}\n`).join('')

/** Entries of the added files; the rest of the project refers to them by id. */
const fileReferences = lines(
  `\t\t${privacy.ref} /* ${PRIVACY} */ = {isa = PBXFileReference; lastKnownFileType = text.xml; path = ${PRIVACY}; sourceTree = "<group>"; };`,
  `\t\t${entitlements} /* App.entitlements */ = {isa = PBXFileReference; lastKnownFileType = text.plist.entitlements; path = App.entitlements; sourceTree = "<group>"; };`,
  `\t\t${release} /* release.xcconfig */ = {isa = PBXFileReference; lastKnownFileType = text.xcconfig; name = release.xcconfig; path = ../release.xcconfig; sourceTree = SOURCE_ROOT; };`,
  `\t\t${apple.ref} /* ${APPLE_PLUGIN} */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = ${APPLE_PLUGIN}; sourceTree = "<group>"; };`,
  ...languages.map(
    language =>
      `\t\t${translated[language]} /* ${language} */ = {isa = PBXFileReference; lastKnownFileType = text.plist.strings; name = ${language}; path = ${language}.lproj/${STRINGS}; sourceTree = "<group>"; };`,
  ),
)

const translations = lines(
  `\t\t${strings.group} /* ${STRINGS} */ = {`,
  '\t\t\tisa = PBXVariantGroup;',
  '\t\t\tchildren = (',
  ...languages.map(language => `\t\t\t\t${translated[language]} /* ${language} */,`),
  '\t\t\t);',
  `\t\t\tname = ${STRINGS};`,
  '\t\t\tsourceTree = "<group>";',
  '\t\t};',
)

/** The files that are compiled or copied into the app. */
const buildFiles = lines(
  `\t\t${apple.build} /* ${APPLE_PLUGIN} in Sources */ = {isa = PBXBuildFile; fileRef = ${apple.ref} /* ${APPLE_PLUGIN} */; };`,
  `\t\t${privacy.build} /* ${PRIVACY} in Resources */ = {isa = PBXBuildFile; fileRef = ${privacy.ref} /* ${PRIVACY} */; };`,
  `\t\t${strings.build} /* ${STRINGS} in Resources */ = {isa = PBXBuildFile; fileRef = ${strings.group} /* ${STRINGS} */; };`,
)

const before = (mark: string, added: string): [string, string] => [mark, `${added}${mark}`]
const after = (mark: string, added: string): [string, string] => [mark, `${mark}${added}`]

/** Replacements that add the version and the entitlements to both build configurations, debug and release. */
const versionEdits = ({ name, code }: Version): [string, string, number][] => [
  [
    '\t\t\t\tCODE_SIGN_STYLE = Automatic;\n\t\t\t\tCURRENT_PROJECT_VERSION = 1;\n',
    lines(
      '\t\t\t\tCODE_SIGN_ENTITLEMENTS = App/App.entitlements;',
      '\t\t\t\tCODE_SIGN_STYLE = Automatic;',
      `\t\t\t\tCURRENT_PROJECT_VERSION = ${code};`,
    ),
    2,
  ],
  ['MARKETING_VERSION = 1.0;', `MARKETING_VERSION = ${name};`, 2],
]

/** Adds our texts, plugin, privacy manifest, entitlements, version and server host to the project. */
export const customizeXcodeProject = (path: string, version: Version): void =>
  editFile(
    path,
    before('/* End PBXBuildFile section */', buildFiles),
    before('/* End PBXFileReference section */', fileReferences),
    before('/* End PBXVariantGroup section */', translations),
    after(
      '\t\t\t\t9582B6822FE993A50072D4E8 /* SceneDelegate.swift */,\n',
      lines(`\t\t\t\t${apple.ref} /* ${APPLE_PLUGIN} */,`),
    ),
    after(
      '\t\t\t\t9582B6832FE993A70072D4E8 /* SceneDelegate.swift in Sources */,\n',
      lines(`\t\t\t\t${apple.build} /* ${APPLE_PLUGIN} in Sources */,`),
    ),
    after(
      '\t\t\t\t504EC3131FED79650016851F /* Info.plist */,\n',
      lines(
        `\t\t\t\t${strings.group} /* ${STRINGS} */,`,
        `\t\t\t\t${entitlements} /* App.entitlements */,`,
        `\t\t\t\t${privacy.ref} /* ${PRIVACY} */,`,
      ),
    ),
    after(
      '\t\t\t\t958DCC722DB07C7200EA8C5F /* debug.xcconfig */,\n',
      lines(`\t\t\t\t${release} /* release.xcconfig */,`),
    ),
    after(
      '\t\t\t\t2FAD9763203C412B000D30F8 /* config.xml in Resources */,\n',
      lines(
        `\t\t\t\t${privacy.build} /* ${PRIVACY} in Resources */,`,
        `\t\t\t\t${strings.build} /* ${STRINGS} in Resources */,`,
      ),
    ),
    ['\t\t\t\ten,\n\t\t\t\tBase,\n', '\t\t\t\ten,\n\t\t\t\tfr,\n\t\t\t\tBase,\n'],
    after(
      '\t\t504EC3181FED79650016851F /* Release */ = {\n\t\t\tisa = XCBuildConfiguration;\n',
      lines(`\t\t\tbaseConfigurationReference = ${release} /* release.xcconfig */;`),
    ),
    ...versionEdits(version),
  )
