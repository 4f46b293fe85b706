import { useEffect, useRef, type SyntheticEvent } from 'react'

/** Not when the screen is left: a picture that is still on its way then would be logged as one that is not there. */
const free = ({ currentTarget: { src } }: SyntheticEvent<HTMLImageElement>) => URL.revokeObjectURL(src)

/** A picture that is on this device alone. */
export const BlobImage = ({ blob, alt, className }: { blob: Blob; alt: string; className?: string }) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    image.current!.src = URL.createObjectURL(blob)
  }, [blob])
  return <img ref={image} alt={alt} className={className} onLoad={free} onError={free} />
}
