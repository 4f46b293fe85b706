import { bilingual, type Bilingual } from './bilingual.ts'

type Season = 'winter' | 'spring' | 'summer' | 'autumn'

/** One view of a drawn scene: its description, the seasons that it fits, and whether it shows the night. */
export interface SceneView {
  alt: Bilingual
  seasons?: readonly Season[]
  night?: true
}

type Views = readonly [SceneView, SceneView, SceneView]

const sceneView = (fr: string, en: string, seasonsAndNight = ''): SceneView => {
  const seasons = (['winter', 'spring', 'summer', 'autumn'] as const).filter(season => seasonsAndNight.includes(season))
  return {
    alt: bilingual(fr, en),
    ...(seasons.length > 0 && { seasons }),
    ...(seasonsAndNight.includes('night') && { night: true }),
  }
}

const inLeaf = 'spring summer autumn'
const inFlower = 'spring summer'

/** The three views of each scene. Views from 3 on are these three again, mirrored. */
export const sceneViews = {
  lake: [
    sceneView(
      'Le lac d’Annecy en été, un voilier rouge devant les montagnes',
      'Lake Annecy in summer, a red sailing boat before the mountains',
      inLeaf,
    ),
    sceneView('Deux voiliers sur le lac au soleil couchant', 'Two sailing boats on the lake at sunset', inLeaf),
    sceneView(
      'Le lac en hiver, deux cygnes et un voilier',
      'The lake in winter, two swans and a sailing boat',
      'winter',
    ),
  ],
  'garden-table': [
    sceneView(
      'Une grande table dressée dans le jardin, sous les guirlandes',
      'A long table laid in the garden under strings of lights',
      inFlower,
    ),
    sceneView(
      'Trois voisins à table dans le jardin, la nuit, sous les lampions',
      'Three neighbours at a table in the garden at night, under lanterns',
      `${inLeaf} night`,
    ),
    sceneView(
      'Deux voisins attablés au jardin, un grand plat entre eux, un jour d’automne',
      'Two neighbours at the garden table with a big dish between them, in autumn',
      'autumn',
    ),
  ],
  courtyard: [
    sceneView(
      'La cour entre les immeubles, deux bicyclettes et un arbre vert',
      'The courtyard between the buildings, two bicycles and a green tree',
      inLeaf,
    ),
    sceneView(
      'Deux voisins autour d’une petite table dans la cour',
      'Two neighbours at a small table in the courtyard',
      inLeaf,
    ),
    sceneView(
      'La cour en automne, un arbre jaune et des fanions',
      'The courtyard in autumn, a yellow tree and bunting',
      'autumn',
    ),
  ],
  market: [
    sceneView('Un étal de fruits et légumes au marché', 'A fruit and vegetable stall at the market'),
    sceneView(
      'Le marché au soleil, des clients devant l’étal',
      'The market in the sun, customers at the stall',
      inFlower,
    ),
    sceneView(
      'Le marché en hiver, une cliente et son panier',
      'The market in winter, a customer with her basket',
      'winter',
    ),
  ],
  bakery: [
    sceneView(
      'La devanture verte d’une boulangerie, des pains en vitrine',
      'A green bakery shop front, loaves in the window',
    ),
    sceneView('La devanture rouge d’une boulangerie', 'A red bakery shop front'),
    sceneView('Un passant devant une boulangerie', 'Somebody walking past a bakery'),
  ],
  books: [
    sceneView(
      'Une boîte à livres bleue sur pied, au milieu des arbres',
      'A blue book-swap cabinet on a post, among the trees',
      inLeaf,
    ),
    sceneView('Une lectrice devant la boîte à livres', 'A reader in front of the book-swap cabinet', inLeaf),
    sceneView(
      'Quelqu’un choisit un livre dans la boîte, sous la neige',
      'Somebody choosing a book from the cabinet in the snow',
      'winter',
    ),
  ],
  camping: [
    sceneView(
      'Une tente et un feu parmi les sapins, au bord du lac',
      'A tent and a fire among the fir trees, by the lake',
      inLeaf,
    ),
    sceneView(
      'Une tente et un feu de camp sous les étoiles',
      'A tent and a camp fire under the stars',
      `${inLeaf} night`,
    ),
    sceneView(
      'Quelqu’un monte une tente ronde parmi les sapins',
      'Somebody pitching a dome tent among the fir trees',
      inLeaf,
    ),
  ],
  cat: [
    sceneView(
      'Une chatte rousse au collier rouge, assise à la fenêtre',
      'A ginger cat with a red collar, sitting at the window',
    ),
    sceneView(
      'Un chat gris au collier jaune, à la fenêtre, la nuit',
      'A grey cat with a yellow collar at the window, at night',
      'night',
    ),
    sceneView(
      'Un chat beige et brun à la fenêtre, il neige dehors',
      'A cream and brown cat at the window, snow falling outside',
      'winter',
    ),
  ],
  petanque: [
    sceneView('Des boules de pétanque autour du cochonnet', 'Pétanque balls around the jack', inLeaf),
    sceneView('Deux joueurs de pétanque devant leurs boules', 'Two pétanque players and their balls', inLeaf),
    sceneView('Une partie de pétanque en automne', 'A game of pétanque in autumn', 'autumn'),
  ],
  pontoon: [
    sceneView(
      'Une serviette sur le ponton, quelqu’un nage dans le lac',
      'A towel on the pontoon, somebody swimming in the lake',
      inFlower,
    ),
    sceneView('Deux nageurs près du ponton, au soleil', 'Two swimmers by the pontoon, in the sun', inFlower),
    sceneView(
      'Une personne sur le ponton, trois canards à côté',
      'Somebody on the pontoon, three ducks beside it',
      'autumn',
    ),
  ],
  'snow-courtyard': [
    sceneView('Un enfant et son bonhomme de neige dans la cour', 'A child and a snowman in the courtyard', 'winter'),
    sceneView(
      'La cour enneigée la nuit, un bonhomme de neige sous le réverbère',
      'The snowy courtyard at night, a snowman under the lamp',
      'winter night',
    ),
    sceneView('Quelqu’un déneige la cour', 'Somebody clearing the courtyard of snow', 'winter'),
  ],
  'balcony-flowers': [
    sceneView(
      'Des jardinières fleuries sur un balcon, face aux toits',
      'Flower boxes on a balcony facing the roofs',
      inFlower,
    ),
    sceneView(
      'Un balcon fleuri, un pot et une petite table',
      'A balcony with flowers, a pot and a small table',
      inFlower,
    ),
    sceneView('Un balcon fleuri au-dessus du lac', 'A balcony full of flowers above the lake', inFlower),
  ],
  'dog-walk': [
    sceneView('Une jeune fille promène un chien brun', 'A girl walking a brown dog', inFlower),
    sceneView('Un homme promène un chien noir en automne', 'A man walking a black dog in autumn', 'autumn'),
    sceneView(
      'Un petit chien blanc tire sur sa laisse dans la neige',
      'A small white dog pulling on its lead in the snow',
      'winter',
    ),
  ],
  bicycle: [
    sceneView(
      'Une bicyclette bleue au panier fleuri, contre un mur rose',
      'A blue bicycle with flowers in its basket against a pink wall',
    ),
    sceneView(
      'Une bicyclette orange, deux baguettes dans le panier',
      'An orange bicycle, two baguettes in its basket',
      inLeaf,
    ),
    sceneView(
      'Une bicyclette verte et son panier devant une porte bleue',
      'A green bicycle with a basket in front of a blue door',
    ),
  ],
  playground: [
    sceneView(
      'Des enfants sur la balançoire et le toboggan, un ballon dans le sable',
      'Children on the swing and the slide, a ball in the sand',
      inFlower,
    ),
    sceneView('Trois enfants sur l’aire de jeux, le soir', 'Three children at the playground in the evening', inFlower),
    sceneView('L’aire de jeux en automne', 'The playground in autumn', 'autumn'),
  ],
  'kids-drawing': [
    sceneView('Un enfant dessine une maison et un soleil', 'A child drawing a house and a sun'),
    sceneView('Un enfant dessine un voilier', 'A child drawing a sailing boat'),
    sceneView('Un enfant dessine une famille', 'A child drawing a family'),
  ],
  'board-game': [
    sceneView('Une partie de backgammon', 'A game of backgammon'),
    sceneView('Une partie d’échecs sous la lampe, la nuit', 'A game of chess under the lamp, at night', 'night'),
    sceneView(
      'Un jeu de société aux cases à six côtés, en pleine partie',
      'A board game of six-sided tiles, under way',
    ),
  ],
  cake: [
    sceneView('Un gâteau au chocolat, crème rose et cerises', 'A chocolate cake with pink cream and cherries'),
    sceneView(
      'Un gâteau d’anniversaire, cinq bougies et des ballons',
      'A birthday cake with five candles, and balloons',
    ),
    sceneView('Une tarte aux fruits, une part déjà coupée', 'A fruit tart with a slice already cut'),
  ],
  soup: [
    sceneView('Un bol de soupe de courge fumante', 'A steaming bowl of squash soup'),
    sceneView(
      'Un bol de soupe aux poireaux, la nuit à la fenêtre',
      'A bowl of leek soup, night at the window',
      'night',
    ),
    sceneView('Un bol de soupe rouge, des carottes et du pain', 'A bowl of red soup, carrots and bread'),
  ],
  pierogi: [
    sceneView('Une assiette de pierogi aux herbes, un bol de crème', 'A plate of pierogi with herbs, a bowl of cream'),
    sceneView('Des pierogi dorés et de la betterave', 'Golden pierogi and beetroot'),
    sceneView('Une assiette de pierogi et du pain', 'A plate of pierogi and bread'),
  ],
  ladder: [
    sceneView(
      'Une échelle, un marteau, des clés, une boîte à outils et une perceuse',
      'A ladder, a hammer, spanners, a toolbox and a drill',
    ),
    sceneView('Une perceuse jaune et une boîte à outils', 'A yellow drill and a toolbox'),
    sceneView('Quelqu’un repeint un mur, perché sur une échelle', 'Somebody on a ladder painting a wall'),
  ],
  'moving-boxes': [
    sceneView('Des cartons de déménagement, une lampe et une plante', 'Moving boxes, a lamp and a plant'),
    sceneView('Un chat roux devant les cartons de déménagement', 'A ginger cat in front of the moving boxes'),
    sceneView(
      'Deux porteurs devant une camionnette pleine de cartons',
      'Two people carrying boxes from a full van',
      inLeaf,
    ),
  ],
  'lost-keys': [
    sceneView(
      'Trois clés et un porte-clés en forme de dauphin, parmi les feuilles mortes',
      'Three keys and a dolphin key ring among fallen leaves',
      'autumn',
    ),
    sceneView('Un trousseau de clés oublié sur un banc du parc', 'A bunch of keys left on a park bench', inLeaf),
    sceneView(
      'Trois clés et un porte-clés rond, sur le gravier',
      'Three keys and a round key ring on the gravel',
      inLeaf,
    ),
  ],
  'umbrella-rain': [
    sceneView(
      'Une passante sous un parapluie rouge et un petit chien blanc',
      'A woman under a red umbrella and a small white dog',
    ),
    sceneView(
      'Un enfant en ciré jaune et un adulte sous un parapluie',
      'A child in a yellow raincoat and a grown-up under an umbrella',
    ),
    sceneView('Quelqu’un sous un parapluie bleu, dans le parc', 'Somebody under a blue umbrella in the park'),
  ],
  'sunset-mountain': [
    sceneView('Le soleil se couche derrière les montagnes', 'The sun setting behind the mountains'),
    sceneView(
      'Un chalet face aux montagnes, le soleil juste au-dessus',
      'A chalet before the mountains, the sun just above them',
      inLeaf,
    ),
    sceneView(
      'Deux promeneurs dans la neige, face aux montagnes roses',
      'Two walkers in the snow before pink mountains',
      'winter',
    ),
  ],
  paragliders: [
    sceneView('Trois parapentes au-dessus du lac', 'Three paragliders above the lake', inLeaf),
    sceneView('Trois parapentes au-dessus du lac, le soir', 'Three paragliders above the lake in the evening', inLeaf),
    sceneView('Trois parapentes au-dessus du lac, en hiver', 'Three paragliders above the lake in winter', 'winter'),
  ],
  'vegetable-garden': [
    sceneView('Une jardinière arrose ses légumes', 'A gardener watering her vegetables', inFlower),
    sceneView(
      'Une jardinière aux cheveux blancs parmi les fleurs et les salades',
      'A white-haired gardener among flowers and lettuces',
      inFlower,
    ),
    sceneView('Des citrouilles au potager, en automne', 'Pumpkins in the vegetable garden, in autumn', 'autumn'),
  ],
  fireworks: [
    sceneView('Un feu d’artifice doré au-dessus du lac', 'Golden fireworks above the lake', 'night'),
    sceneView('Un feu d’artifice bleu et blanc au-dessus du lac', 'Blue and white fireworks above the lake', 'night'),
    sceneView('Un feu d’artifice rose au-dessus du lac', 'Pink fireworks above the lake', 'night'),
  ],
  'music-evening': [
    sceneView(
      'Guitare et contrebasse sur une petite scène, la nuit',
      'Guitar and double bass on a small stage, at night',
      `${inLeaf} night`,
    ),
    sceneView('Deux guitares sur une petite scène, le soir', 'Two guitars on a small stage, in the evening', inLeaf),
    sceneView(
      'Guitare et contrebasse sous le kiosque, devant le public',
      'Guitar and double bass under the bandstand, before an audience',
      inLeaf,
    ),
  ],
  'open-air-film': [
    sceneView(
      'Un film de plein air, la nuit : un lapin sur l’écran',
      'An open-air film at night: a rabbit on the screen',
      `${inLeaf} night`,
    ),
    sceneView(
      'Un film de plein air, la nuit : un dragon sur l’écran',
      'An open-air film at night: a dragon on the screen',
      `${inLeaf} night`,
    ),
    sceneView(
      'Un film de plein air, la nuit : un mouton sur l’écran',
      'An open-air film at night: a sheep on the screen',
      `${inLeaf} night`,
    ),
  ],
  'yoga-lawn': [
    sceneView(
      'Trois personnes assises font du yoga sur la pelouse',
      'Three people sitting in a yoga pose on the lawn',
      inFlower,
    ),
    sceneView('Trois personnes en équilibre font du yoga', 'Three people balancing in a yoga pose', inFlower),
    sceneView('Une séance de yoga au parc, en automne', 'Yoga in the park, in autumn', 'autumn'),
  ],
  parcel: [
    sceneView('Des colis empilés devant une porte verte', 'Parcels piled in front of a green door'),
    sceneView('Une livreuse et ses colis devant une porte rouge', 'A courier with parcels at a red door'),
    sceneView(
      'Un colis à ruban devant une porte bleue, un chien le regarde',
      'A parcel with a ribbon in front of a blue door, watched by a dog',
    ),
  ],
  hedgehog: [
    sceneView('Un hérisson parmi les feuilles mortes', 'A hedgehog among fallen leaves', 'autumn'),
    sceneView('Un hérisson la nuit, près d’une gamelle', 'A hedgehog at night, next to a bowl', `${inLeaf} night`),
    sceneView('Une mère hérisson et ses deux petits', 'A mother hedgehog and her two young', inFlower),
  ],
  bird: [
    sceneView('Un rouge-gorge sur une branche, dans la neige', 'A robin on a branch in the snow', 'winter'),
    sceneView('Une mésange près de la mangeoire', 'A blue tit next to the bird feeder', inFlower),
    sceneView('Un merle sur une branche, en automne', 'A blackbird on a branch, in autumn', 'autumn'),
  ],
  restaurant: [
    sceneView(
      'Un serveur devant un restaurant aux stores rouges, des tables dehors',
      'A waiter in front of a restaurant with red awnings, tables outdoors',
    ),
    sceneView(
      'Une cliente à la terrasse d’un restaurant, la nuit',
      'A guest on the terrace of a restaurant at night',
      'night',
    ),
    sceneView('Un serveur sur une terrasse au bord du lac', 'A waiter on a terrace by the lake', inLeaf),
  ],
  hairdresser: [
    sceneView('Une coupe au salon, devant les miroirs ronds', 'A haircut at the salon before round mirrors'),
    sceneView('Une coiffeuse et sa cliente aux cheveux gris', 'A hairdresser and her grey-haired customer'),
    sceneView('Une coupe au salon, devant les miroirs carrés', 'A haircut at the salon before square mirrors'),
  ],
  florist: [
    sceneView('La devanture fleurie d’une fleuriste', 'A florist’s shop front full of flowers'),
    sceneView('Une boutique de fleurs à la devanture bleue', 'A flower shop with a blue front'),
    sceneView(
      'Une fleuriste, un bouquet dans les bras, devant sa boutique',
      'A florist with a bouquet in front of her shop',
    ),
  ],
  'cheese-dairy': [
    sceneView(
      'Des fromages de montagne sur les étagères d’une fruitière',
      'Mountain cheeses on the shelves of a dairy',
    ),
    sceneView('Une fromagère derrière son comptoir', 'A cheesemonger behind the counter'),
    sceneView('Une vache et des meules devant un chalet', 'A cow and wheels of cheese in front of a chalet', inLeaf),
  ],
  'bike-workshop': [
    sceneView('Un réparateur et un vélo rouge dans son atelier', 'A mender and a red bicycle in his workshop'),
    sceneView('Une réparatrice et un vélo bleu à l’atelier', 'A mender and a blue bicycle in the workshop'),
    sceneView('Un vélo jaune sous la lampe de l’atelier', 'A yellow bicycle under the workshop lamp'),
  ],
  bookshop: [
    sceneView(
      'Une libraire, un livre à la main, parmi ses rayons',
      'A bookseller with a book in her hand among the shelves',
    ),
    sceneView('Un libraire parmi ses rayons', 'A bookseller among the shelves'),
    sceneView('Une lectrice près du fauteuil rouge d’une librairie', 'A reader by the red armchair of a bookshop'),
  ],
  'kayak-hire': [
    sceneView('Des kayaks au bord du lac et la cabane de location', 'Kayaks by the lake and the hire hut', inLeaf),
    sceneView('Des kayaks au bord du lac, le soir', 'Kayaks by the lake in the evening', inLeaf),
    sceneView('Des kayaks au bord du lac, en automne', 'Kayaks by the lake in autumn', 'autumn'),
  ],
  cinema: [
    sceneView('Un cinéma illuminé, la nuit', 'A cinema lit up at night', 'night'),
    sceneView('Une salle de cinéma et ses fauteuils rouges', 'A cinema hall with its red seats'),
    sceneView('Un cinéma de quartier au soleil couchant', 'A neighbourhood cinema at sunset'),
  ],
  'reuse-shop': [
    sceneView(
      'Une chaise, une lampe et une commode dans une ressourcerie',
      'A chair, a lamp and a chest of drawers in a reuse shop',
    ),
    sceneView(
      'Une chaise bleue et une lampe rouge dans une ressourcerie',
      'A blue chair and a red lamp in a reuse shop',
    ),
    sceneView('Une chaise verte et une lampe dans une ressourcerie', 'A green chair and a lamp in a reuse shop'),
  ],
  care: [
    sceneView('Un massage au cabinet', 'A massage at the practice'),
    sceneView(
      'Une séance de soins, la praticienne debout près de la table',
      'A session of care, the practitioner standing by the table',
    ),
    sceneView('Deux personnes debout, un exercice au cabinet', 'Two people standing, an exercise at the practice'),
  ],
  'plumber-van': [
    sceneView('Un plombier et sa camionnette blanche', 'A plumber and his white van', inLeaf),
    sceneView('Un plombier et sa camionnette rouge, sous la neige', 'A plumber and his red van in the snow', 'winter'),
    sceneView('Une plombière et sa camionnette verte', 'A plumber and her green van'),
  ],
  'ice-cream': [
    sceneView(
      'Un marchand de glaces au bord du lac, une enfant se régale',
      'An ice-cream seller by the lake and a happy child',
      inLeaf,
    ),
    sceneView('Deux cornets de glace devant le lac', 'Two ice-cream cones in front of the lake', inLeaf),
    sceneView('Une marchande de glaces au parc', 'An ice-cream seller in the park', inLeaf),
  ],
  tailor: [
    sceneView('Un tailleur à sa machine à coudre', 'A tailor at his sewing machine'),
    sceneView('Une couturière à sa machine noire', 'A seamstress at her black machine'),
    sceneView('Une couturière et sa machine rouge', 'A seamstress and her red machine'),
  ],
} satisfies Record<string, Views>

export type SceneKey = keyof typeof sceneViews

/** A picture: one view of a scene. */
export interface DemoPhoto {
  scene: SceneKey
  view: number
  alt: Bilingual
}

export const viewOf = ({ scene, view }: Pick<DemoPhoto, 'scene' | 'view'>): SceneView =>
  (sceneViews[scene] as Views)[view % 3]!

export const photo = (scene: SceneKey, view: number): DemoPhoto => ({ scene, view, alt: viewOf({ scene, view }).alt })
