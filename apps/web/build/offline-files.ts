import type { Manifest } from './manifest.ts'

/** Where the ways end that lead to the map, the scanner, the reader of PDFs, and what only a team or a webmaster opens. */
const leftOut =
  /[\\/]node_modules[\\/](?:maplibre-gl|pdfjs-dist|zxing-wasm)[\\/]|src[\\/](?:ui[\\/]map[\\/]|features[\\/](?:admin|audit|setup)[\\/]|routes[\\/](?:gestion|installation|scanner|\$c[\\/]_app[\\/](?:affiche|gestion|pdf-bienvenue)))/

/** Of faces for other scripts than Latin the rest comes when a name needs it. */
const otherScripts = /-(?:latin-ext|vietnamese)-/

/** The files with which a member's screens open without a network, in every language. */
export const offlineFiles = (manifest: Manifest): string[] => {
  const seen = new Set<string>()
  const reach = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const { imports = [], dynamicImports = [] } = manifest[key]!
    for (const next of [...imports, ...dynamicImports.filter(one => !leftOut.test(one))]) reach(next)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) reach(key)
  const chunks = [...seen].map(key => manifest[key]!)
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  return [...new Set(files)].filter(file => !otherScripts.test(file)).sort()
}
