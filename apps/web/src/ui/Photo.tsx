import { photoSources, type PhotoMedia } from '@parvis/contract/photo-sources.ts'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import { photoSizes } from './photo-sizes.ts'
import css from './Photo.module.css'

export interface PhotoProps {
  media: PhotoMedia
  /** Empty for a picture that only decorates. */
  alt: string
  /** Width over height of the frame; without it, the picture's own. */
  ratio?: number
  /** How wide it is drawn, for the browser to choose a size (`sizes`). */
  sizes?: string
  /** The picture that the page is about: fetched first and shown at once. */
  eager?: boolean
  className?: string
}

/** What has been shown comes from the browser's memory: nothing needs to stand in its place. */
const shown = new Set<string>()

/** Blurred colours of the picture stand in its place until it is there; the place itself never moves. */
export const Photo = ({
  media,
  alt,
  ratio = media.width / media.height,
  sizes = photoSizes.column,
  eager = false,
  className,
}: PhotoProps) => {
  const [atOnce] = useState(() => eager || shown.has(media.uri))
  const [loaded, setLoaded] = useState(false)
  const [missing, setMissing] = useState(false)
  const show = () => {
    shown.add(media.uri)
    setLoaded(true)
  }
  return (
    <span
      className={classNames(css.photo, className)}
      style={{ '--ratio': ratio } as CSSProperties}
      data-loaded={loaded || (atOnce && !missing) || undefined}
    >
      {(!atOnce || missing) && <Placeholder hash={media.thumbhash} />}
      <img
        {...photoSources(media)}
        sizes={sizes}
        alt={alt}
        width={media.width}
        height={media.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? 'sync' : 'async'}
        // one that comes from the cache has loaded before anybody listens; an eager one is shown from the start
        ref={image => {
          if (!atOnce && image?.complete && image.naturalWidth) show()
        }}
        onLoad={atOnce && !missing ? undefined : show}
        onError={() => setMissing(true)}
      />
    </span>
  )
}

const Placeholder = ({ hash }: { hash: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    // what paints it is not on the way to the first screen
    if (hash)
      void import('./thumbhash.ts').then(
        ({ paintThumbhash }) => canvas.current && paintThumbhash(canvas.current, hash),
        () => {},
      )
  }, [hash])
  return <canvas ref={canvas} aria-hidden="true" />
}
