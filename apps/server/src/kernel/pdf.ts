import { fileURLToPath } from 'node:url'

export const pdfFonts = {
  text: fileURLToPath(import.meta.resolve('@fontsource/hanken-grotesk/files/hanken-grotesk-latin-400-normal.woff')),
  title: fileURLToPath(
    import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
  ),
}

export const pdfColors = { ink: '#1b2721', soft: '#4c5952', brand: '#1c5443', line: '#e4e0d4' }
