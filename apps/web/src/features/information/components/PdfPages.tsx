import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- what is imported is its address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import typography from '#web/ui/typography.module.css'
import css from './PdfPages.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** URLs of the standard fonts and image decoders of the pdf.js package, for PDFs that need them. */
const bundledAssets = import.meta.glob<string>(
  [
    '../../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../../../node_modules/pdfjs-dist/wasm/*.wasm',
  ],
  { query: '?url', import: 'default' },
)

class BundledAssetFactory {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const found = Object.entries(bundledAssets).find(([path]) => path.endsWith(`/${filename}`))
    if (!found) throw new Error(`not bundled: ${filename}`)
    const reply = await fetch(await found[1]())
    if (!reply.ok) throw new Error(`${filename}: ${reply.status}`)
    return new Uint8Array(await reply.arrayBuffer())
  }
}

const MAX_PIXEL_RATIO = 2

export interface PdfPagesProps {
  bytes: Uint8Array<ArrayBuffer>
  title: string
}

/** Renders the pages of a PDF with pdf.js. */
export const PdfPages = ({ bytes, title }: PdfPagesProps) => {
  const { t } = useText()
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    // pdf.js transfers the buffer to its worker, so pdf.js receives a copy.
    const loading = getDocument({ data: bytes.slice(), BinaryDataFactory: BundledAssetFactory, useWorkerFetch: false })
    let isCancelled = false
    loading.promise.then(
      loaded => !isCancelled && setPdf(loaded),
      () => !isCancelled && setHasFailed(true),
    )
    return () => {
      isCancelled = true
      void loading.destroy()
    }
  }, [bytes])
  if (hasFailed)
    return (
      <EmptyState
        picture="error"
        level={2}
        title={t('information.welcome.broken')}
        text={t('information.welcome.broken.text')}
      />
    )
  if (!pdf) return <SlowLoading />
  return (
    <div className={css.pages} role="group" aria-label={title}>
      {Array.from({ length: pdf.numPages }, (_, at) => (
        <Page key={at} pdf={pdf} number={at + 1} />
      ))}
    </div>
  )
}

const Page = ({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) => {
  const { t } = useText()
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setIsNear] = useState(number === 1)
  const [pageText, setPageText] = useState('')
  useNearEnd(container, !isNear, 0, () => setIsNear(true))
  useEffect(() => {
    if (!isNear) return
    let task: { cancel: () => void } | null = null
    let isCancelled = false
    const renderPage = async () => {
      const page = await pdf.getPage(number)
      const element = canvas.current
      if (isCancelled || !element) return
      const base = page.getViewport({ scale: 1 })
      const scale = (element.clientWidth / base.width) * Math.min(devicePixelRatio, MAX_PIXEL_RATIO)
      const viewport = page.getViewport({ scale })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      const rendering = page.render({ canvas: element, viewport })
      task = rendering
      await rendering.promise
      const { items } = await page.getTextContent()
      if (!isCancelled) setPageText(items.map(item => ('str' in item ? item.str : '')).join(' '))
    }
    // The promise is rejected when the rendering is cancelled.
    renderPage().catch(() => {})
    return () => {
      isCancelled = true
      task?.cancel()
    }
  }, [isNear, pdf, number])
  return (
    <div ref={container} className={css.page}>
      <canvas ref={canvas} aria-hidden="true" />
      <p className={typography.hidden}>
        {t('information.welcome.page', { n: number, all: pdf.numPages })} {pageText}
      </p>
    </div>
  )
}
