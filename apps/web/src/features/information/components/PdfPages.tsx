import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- what is imported is its address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import typography from '#web/ui/typography.module.css'
import css from './PdfPages.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** Fonts and image decoders for PDFs that do not embed them, from the installed version of the package. */
const parts = import.meta.glob<string>(
  [
    '../../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../../../node_modules/pdfjs-dist/wasm/*.wasm',
  ],
  { query: '?url', import: 'default' },
)

class BundledParts {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const found = Object.entries(parts).find(([path]) => path.endsWith(`/${filename}`))
    if (!found) throw new Error(`not bundled: ${filename}`)
    const reply = await fetch(await found[1]())
    if (!reply.ok) throw new Error(`${filename}: ${reply.status}`)
    return new Uint8Array(await reply.arrayBuffer())
  }
}

const MOST_PIXELS = 2

export interface PdfPagesProps {
  bytes: Uint8Array<ArrayBuffer>
  title: string
}

/** Renders the pages of a PDF with pdf.js. */
export const PdfPages = ({ bytes, title }: PdfPagesProps) => {
  const { t } = useText()
  const [paper, setPaper] = useState<PDFDocumentProxy | null>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    // A copy, because the worker takes over the buffer.
    const loading = getDocument({ data: bytes.slice(), BinaryDataFactory: BundledParts, useWorkerFetch: false })
    let left = false
    loading.promise.then(
      loaded => !left && setPaper(loaded),
      () => !left && setBroken(true),
    )
    return () => {
      left = true
      void loading.destroy()
    }
  }, [bytes])
  if (broken)
    return (
      <Empty
        picture="error"
        level={2}
        title={t('information.welcome.broken')}
        text={t('information.welcome.broken.text')}
      />
    )
  if (!paper) return <SlowLoading />
  return (
    <div className={css.pages} role="group" aria-label={title}>
      {Array.from({ length: paper.numPages }, (_, at) => (
        <Page key={at} paper={paper} number={at + 1} />
      ))}
    </div>
  )
}

const Page = ({ paper, number }: { paper: PDFDocumentProxy; number: number }) => {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(number === 1)
  const [words, setWords] = useState('')
  useEffect(() => {
    const watch = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '100% 0px' },
    )
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (!near) return
    let task: { cancel: () => void } | null = null
    let left = false
    const draw = async () => {
      const page = await paper.getPage(number)
      const element = canvas.current
      if (left || !element) return
      const base = page.getViewport({ scale: 1 })
      const scale = (element.clientWidth / base.width) * Math.min(devicePixelRatio, MOST_PIXELS)
      const viewport = page.getViewport({ scale })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      const rendering = page.render({ canvas: element, viewport })
      task = rendering
      await rendering.promise
      const { items } = await page.getTextContent()
      if (!left) setWords(items.map(item => ('str' in item ? item.str : '')).join(' '))
    }
    // Rendering rejects when it is cancelled.
    draw().catch(() => {})
    return () => {
      left = true
      task?.cancel()
    }
  }, [near, paper, number])
  return (
    <div ref={box} className={css.page}>
      <canvas ref={canvas} aria-hidden="true" />
      <p className={typography.hidden}>
        {t('information.welcome.page', { n: number, all: paper.numPages })} {words}
      </p>
    </div>
  )
}
