import type { Manifest } from './manifest.ts'

/** Imports that offlineFiles does not follow: the map, the scanner, the PDF viewer, team and webmaster screens. */
const excludedImports =
  /[\\/]node_modules[\\/](?:maplibre-gl|pdfjs-dist|zxing-wasm)[\\/]|src[\\/](?:ui[\\/]map[\\/]|features[\\/](?:admin|audit|setup)[\\/]|routes[\\/](?:gestion|installation|scanner|\$c[\\/]_app[\\/](?:affiche|gestion|pdf-bienvenue)))/

/** Fonts for other scripts are not stored in advance: they load when a name contains such letters. */
const otherScripts = /-(?:latin-ext|vietnamese)-/

export const offlineFiles = (manifest: Manifest): string[] => {
  const seen = new Set<string>()
  const addWithImports = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const { imports = [], dynamicImports = [] } = manifest[key]!
    for (const next of [...imports, ...dynamicImports.filter(one => !excludedImports.test(one))]) addWithImports(next)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) addWithImports(key)
  const chunks = [...seen].map(key => manifest[key]!)
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  return [...new Set(files)].filter(file => !otherScripts.test(file)).sort()
}
