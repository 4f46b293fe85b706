import { useText } from '#web/kernel/text/i18n.ts'

const KB = 1000
const MB = 1_000_000

/** Returns a function that formats a number of bytes in the viewer's language: "240 kB", "1.2 MB". */
export const useFileSizeFormat = (): ((bytes: number) => string) => {
  const { language } = useText()
  const formatUnit = (value: number, unit: string) =>
    new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
      style: 'unit',
      unit,
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value)
  return bytes => (bytes < MB ? formatUnit(Math.max(1, bytes / KB), 'kilobyte') : formatUnit(bytes / MB, 'megabyte'))
}
