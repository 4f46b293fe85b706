import { photoSources, type PhotoMedia } from '@parvis/contract/photo-sources.ts'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import { photoSizes } from './photo-sizes.ts'
import { paintThumbhash } from './thumbhash.ts'
import css from './Photo.module.css'

export interface PhotoProps {
  media: PhotoMedia
  /** The alternative text; empty for a decorative picture. */
  alt: string
  /** The aspect ratio of the frame (width / height); by default that of the picture. */
  ratio?: number
  /** The `sizes` attribute: the rendered width, by which the browser chooses a source. */
  sizes?: string
  /** For the main picture of a page: loaded first and shown without a fade. */
  eager?: boolean
  className?: string
}

/** The URIs of photos that have already loaded: they need no placeholder, as the browser has them in memory. */
const loadedUris = new Set<string>()

export const Photo = ({
  media,
  alt,
  ratio = media.width / media.height,
  sizes = photoSizes.column,
  eager = false,
  className,
}: PhotoProps) => {
  const [isInstant] = useState(() => eager || loadedUris.has(media.uri))
  const [loaded, setLoaded] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const markLoaded = () => {
    loadedUris.add(media.uri)
    setLoaded(true)
  }
  return (
    <span
      className={classNames(css.photo, className)}
      style={{ '--ratio': ratio } as CSSProperties}
      data-loaded={loaded || (isInstant && !hasFailed) || undefined}
    >
      {(!isInstant || hasFailed) && <Placeholder hash={media.thumbhash} />}
      <img
        {...photoSources(media)}
        sizes={sizes}
        alt={alt}
        width={media.width}
        height={media.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? 'sync' : 'async'}
        // A cached image may load before its listener is added; an eager image needs no fade.
        ref={image => {
          if (!isInstant && image?.complete && image.naturalWidth) markLoaded()
        }}
        onLoad={isInstant && !hasFailed ? undefined : markLoaded}
        onError={() => setHasFailed(true)}
      />
    </span>
  )
}

const Placeholder = ({ hash }: { hash: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (hash && canvas.current) paintThumbhash(canvas.current, hash)
  }, [hash])
  return <canvas ref={canvas} aria-hidden="true" />
}
