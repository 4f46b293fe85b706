import { useEffect, useRef } from 'react'

export interface AvatarImageProps {
  /** A picked file, or the URL of the stored photo. */
  photo: Blob | string
  alt: string
  className?: string
}

export const AvatarImage = ({ photo, alt, className }: AvatarImageProps) => {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = typeof photo === 'string' ? photo : URL.createObjectURL(photo)
    if (image.current) image.current.src = url
    return () => {
      if (photo !== url) URL.revokeObjectURL(url)
    }
  }, [photo])
  return <img ref={image} alt={alt} className={className} />
}
