import type { Map as TileMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { fetchStyle, joinAttributions, readColours, withThemeColours } from './map-style.ts'

/** Falls back to a plain background. `styleUrl` is undefined while unknown, and null if there are no tiles. */
export const useMapStyle = (map: TileMap | null, styleUrl: string | null | undefined) => {
  const [ground, setGround] = useState<'waiting' | 'plain' | 'tiles'>('waiting')
  const [attribution, setAttribution] = useState('')

  useEffect(() => {
    if (!map || styleUrl === undefined) return
    let isCancelled = false
    const element = map.getContainer()
    const loading = styleUrl === null ? Promise.resolve(null) : fetchStyle(styleUrl)
    loading.then(
      style => {
        if (isCancelled) return
        if (!style) return setGround('plain')
        map.setStyle(withThemeColours(style, readColours(element)), { diff: false })
        map.on('sourcedata', ({ isSourceLoaded }) => {
          if (!isSourceLoaded || isCancelled) return
          const sources = Object.keys(map.getStyle().sources).map(id => map.getSource(id))
          setAttribution(joinAttributions(sources.flatMap(source => source?.attribution ?? [])))
        })
        setGround('tiles')
      },
      () => !isCancelled && setGround('plain'),
    )
    return () => {
      isCancelled = true
    }
  }, [map, styleUrl])

  return { ground, attribution }
}
