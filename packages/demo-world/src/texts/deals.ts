import { bilingual, type Bilingual } from './bilingual.ts'
import { fictionalPhone } from './phone.ts'
import { photo, type DemoPhoto } from './scenes.ts'
import type { HueName } from './templates/category.ts'

export interface DemoDeal {
  key: string
  customUri: string
  category: string
  title: string
  description: Bilingual
  promotion: Bilingual | null
  openingTime: Bilingual
  price: Bilingual | null
  address: string
  zipCode: '74000'
  city: 'Annecy'
  phone: string
  webSiteUrl: string
  email: string
  fbUrl: string | null
  photo: DemoPhoto
  lat: number
  lon: number
  /** The invitation in a post that a member publishes from the deal; `activityPost` is the text after it. */
  activity: Bilingual
  activityPost: Bilingual
  daysAgo: number
  /** The key of the template from which members publish a post about the deal. */
  invitation: string
  /**
   * The e-mail address of the owner, whose deal is pending approval. By default the first professional owns the deal.
   */
  owner?: string
  /** The first and the last day on which the deal is visible, in days from today; null for no limit. */
  days?: readonly [first: number | null, last: number | null]
}

export const dealCategories: { key: string; name: Bilingual; picto: string; hue: HueName }[] = [
  { key: 'food', name: bilingual('Alimentation', 'Food'), picto: 'baguette-bread', hue: 'food' },
  {
    key: 'restaurants',
    name: bilingual('Restaurants', 'Restaurants'),
    picto: 'fork-and-knife-with-plate',
    hue: 'share',
  },
  { key: 'repairs', name: bilingual('Réparation et maison', 'Repairs and home'), picto: 'toolbox', hue: 'lend' },
  { key: 'leisure', name: bilingual('Loisirs', 'Leisure'), picto: 'canoe', hue: 'sport' },
  { key: 'care', name: bilingual('Bien-être', 'Care'), picto: 'lotion-bottle', hue: 'help' },
  { key: 'shops', name: bilingual('Boutiques et culture', 'Shops and culture'), picto: 'shopping-bags', hue: 'home' },
]

type Pair = readonly [fr: string, en: string]
interface Shop {
  uri: string
  invitation?: string
  category: string
  title: string
  about: Pair
  promotion: Pair | null
  open: Pair
  price: Pair | null
  address: string
  phone: string
  facebook?: boolean
  photo: DemoPhoto
  at: readonly [lat: number, lon: number]
  activity: Pair
  after: Pair
  daysAgo: number
  owner?: string
  days?: DemoDeal['days']
}

const deal = (shop: Shop): DemoDeal => ({
  key: shop.uri,
  customUri: shop.uri,
  category: shop.category,
  title: shop.title,
  description: bilingual(...shop.about),
  promotion: shop.promotion && bilingual(...shop.promotion),
  openingTime: bilingual(...shop.open),
  price: shop.price && bilingual(...shop.price),
  address: shop.address,
  zipCode: '74000',
  city: 'Annecy',
  phone: fictionalPhone(shop.phone),
  webSiteUrl: `https://${shop.uri}.example`,
  email: `bonjour@${shop.uri}.example`,
  fbUrl: shop.facebook ? `https://social.example/${shop.uri}` : null,
  photo: shop.photo,
  lat: shop.at[0],
  lon: shop.at[1],
  activity: bilingual(...shop.activity),
  activityPost: bilingual(...shop.after),
  daysAgo: shop.daysAgo,
  invitation: shop.invitation ?? (shop.category === 'restaurants' ? 'shared-table' : 'going-together'),
  owner: shop.owner,
  days: shop.days,
})

export const deals: DemoDeal[] = [
  deal({
    uri: 'boulangerie-du-vieux-four',
    category: 'food',
    title: 'Boulangerie du Vieux Four',
    photo: photo('bakery', 0),
    at: [45.9056, 6.1275],
    phone: '1201',
    daysAgo: 4,
    facebook: true,
    about: [
      'Pain au levain naturel, cuit à 6 h et à 16 h. Les voisins des Tilleuls montrent l’application à la caisse. Le dimanche, Hélène ouvre le fournil et apprend à façonner une miche ; on repart les mains blanches et le pain sous le bras. Fermé le mercredi et les deux dernières semaines d’août.',
      'Natural leaven bread, baked at 6 in the morning and at 4 in the afternoon. Neighbours of Les Tilleuls just show the app at the till. On Sundays Hélène opens the bakehouse and teaches you to shape a loaf; you leave with floury hands and your bread under your arm. Closed on Wednesdays and the last two weeks of August.',
    ],
    promotion: ['2 pains pour le prix d’un', '2 loaves for the price of 1'],
    open: [
      'Du mardi au dimanche, de 6 h 30 à 19 h, sauf le mercredi',
      'Tuesday to Sunday, 6.30 am to 7 pm, closed Wednesday',
    ],
    price: ['Miche de 1 kg : 5,20 €', '1 kg loaf: €5.20'],
    address: '4 rue des Meuniers',
    activity: ['Atelier pain dimanche matin : qui m’accompagne ?', 'Bread workshop on Sunday morning: who joins me?'],
    after: ['Tablier prêté, pain chaud garanti.', 'Apron provided, warm bread guaranteed.'],
  }),
  deal({
    uri: 'fruitiere-du-parmelan',
    category: 'food',
    title: 'La Fruitière du Parmelan',
    photo: photo('cheese-dairy', 0),
    at: [45.8996, 6.1238],
    phone: '1202',
    daysAgo: 21,
    about: [
      'Reblochon, tome, abondance : nous connaissons le nom des vaches. Plateaux sur commande et appareil à raclette prêté avec le fromage.',
      'Reblochon, tome, abondance: we know the cows by name. Platters to order, and a raclette grill on loan with the cheese.',
    ],
    promotion: ['−10 % sur les plateaux', '10% off cheese platters'],
    open: [
      'Du mardi au samedi, de 8 h à 12 h 30 et de 15 h à 19 h',
      'Tuesday to Saturday, 8 am to 12.30 pm and 3 to 7 pm',
    ],
    price: ['Fondue pour quatre : 22 €', 'Fondue for four: €22'],
    address: '18 passage des Laitiers',
    activity: [
      'Dégustation de fromages samedi : on y va ensemble ?',
      'Cheese tasting on Saturday: shall we go together?',
    ],
    after: ['Je réserve pour tout le monde.', 'I’ll book for everyone.'],
  }),
  deal({
    uri: 'ferme-des-soeurs-metraz',
    category: 'food',
    title: 'La Ferme des Sœurs Métraz',
    photo: photo('vegetable-garden', 0),
    at: [45.9143, 6.1187],
    phone: '1203',
    daysAgo: 9,
    about: [
      'Chaque vendredi, deux sœurs, une camionnette et les légumes du matin. Le panier change avec la saison : fèves et fraises au printemps, courges et poireaux en automne. Rien ne voyage plus de douze kilomètres. Vous pouvez rapporter les boîtes à œufs.',
      'Every Friday: two sisters, one van and the vegetables picked that morning. The basket follows the season: broad beans and strawberries in spring, squash and leeks in autumn. Nothing travels more than twelve kilometres. We take egg boxes back.',
    ],
    promotion: ['Le panier à 15 € au lieu de 18', 'Vegetable basket for €15 instead of €18'],
    open: ['Le vendredi, de 16 h à 19 h 30', 'Fridays, 4 to 7.30 pm'],
    price: ['Panier pour deux : 15 €', 'Basket for two: €15'],
    address: '61 chemin des Maraîchers',
    activity: [
      'Cueillette à la ferme : qui vient avec les enfants ?',
      'Fruit picking at the farm: who’s bringing the children?',
    ],
    after: ['Prévoir des bottes et un panier.', 'Bring boots and a basket.'],
  }),
  deal({
    uri: 'glaces-colombe',
    category: 'food',
    title: 'Glaces Colombe',
    photo: photo('ice-cream', 1),
    at: [45.8991, 6.1279],
    phone: '1204',
    daysAgo: 2,
    facebook: true,
    about: [
      'Vingt-deux parfums, dont le génépi et le foin. Oui, le foin. Goûtez avant de rire.',
      'Twenty-two flavours, génépi and hay among them. Yes, hay. Taste before you laugh.',
    ],
    promotion: ['La troisième boule offerte', 'Third scoop free'],
    open: ['Tous les jours d’avril à octobre, de 11 h à 23 h', 'Daily from April to October, 11 am to 11 pm'],
    price: ['Deux boules : 4,80 €', 'Two scoops: €4.80'],
    address: '9 quai des Lavandières',
    activity: ['Une glace après le dîner ?', 'An ice cream after supper?'],
    after: ['On marche jusqu’au lac ensuite.', 'Then we stroll to the lake.'],
  }),
  deal({
    uri: 'le-bilboquet',
    category: 'restaurants',
    title: 'Le Bilboquet',
    photo: photo('restaurant', 1),
    at: [45.8999, 6.1256],
    phone: '1305',
    daysAgo: 13,
    facebook: true,
    about: [
      'Une cuisine de marché, huit tables, une ardoise qui change chaque midi. Nassim cuisine, Clotilde raconte les plats, et le chien ne demande rien. Le jeudi soir, les voisins mangent à la grande table : on s’assied à côté de qui l’on ne connaît pas. Pensez à réserver, la salle est petite.',
      'Market cooking, eight tables and a blackboard that changes every lunchtime. Nassim cooks, Clotilde tells you about the dishes and the dog never begs. On Thursday evenings neighbours eat at the long table and sit down next to somebody they don’t know. Please book, the room is small.',
    ],
    promotion: ['Un dessert offert à la table des voisins', 'Free dessert at the neighbours’ table'],
    open: ['Du mardi au samedi, midi et soir', 'Tuesday to Saturday, lunch and dinner'],
    price: ['Menu du midi : 17 €', 'Lunch menu: €17'],
    address: '22 rue du Pont-aux-Oies',
    activity: ['Table des voisins jeudi : qui vient dîner ?', 'Neighbours’ table on Thursday: who’s coming to dinner?'],
    after: ['Je réserve mercredi soir.', 'I’ll book on Wednesday evening.'],
  }),
  deal({
    uri: 'pho-du-thiou',
    category: 'restaurants',
    title: 'Phở du Thiou',
    photo: photo('restaurant', 0),
    at: [45.8984, 6.1212],
    phone: '1306',
    daysAgo: 34,
    about: [
      'Bouillon de douze heures, herbes fraîches, nouilles maison. Apportez votre boîte, nous la remplissons.',
      'Twelve-hour broth, fresh herbs, home-made noodles. Bring your own box, we fill it.',
    ],
    promotion: ['−2 € à emporter avec votre boîte', '€2 off takeaways in your own box'],
    open: [
      'Du lundi au samedi, de 11 h 30 à 14 h et de 18 h 30 à 22 h',
      'Monday to Saturday, 11.30 am to 2 pm and 6.30 to 10 pm',
    ],
    price: ['Grand bol : 13,50 €', 'Large bowl: €13.50'],
    address: '7 rue de la Petite-Vanne',
    activity: ['Un bol de phở ce soir, à plusieurs ?', 'A bowl of phở tonight, together?'],
    after: ['On mange là-bas, il y a des tables dehors.', 'We eat there, there are tables outside.'],
  }),
  deal({
    uri: 'cyclo-tilleul',
    category: 'repairs',
    title: 'Cyclo-Tilleul',
    photo: photo('bike-workshop', 0),
    at: [45.9078, 6.1297],
    phone: '1407',
    daysAgo: 6,
    about: [
      'L’atelier vélo qui vient au pied de votre escalier. Freins, vitesses, crevaisons : réparé pendant que vous buvez votre café. Le premier samedi du mois, Ömer vous apprend à le faire vous-même.',
      'The bike workshop that comes to your doorstep. Brakes, gears, punctures: mended while you drink your coffee. On the first Saturday of the month Ömer teaches you to do it yourself.',
    ],
    promotion: ['Contrôle des freins offert', 'Free brake check'],
    open: ['Du lundi au samedi, de 8 h à 18 h', 'Monday to Saturday, 8 am to 6 pm'],
    price: ['Révision complète : 49 €', 'Full service: €49'],
    address: '2 allée des Tilleuls',
    activity: [
      'Atelier réparation samedi : on y va à plusieurs ?',
      'Repair workshop on Saturday: shall we go together?',
    ],
    after: ['Il y a quatre pieds d’atelier, donc quatre places.', 'There are four stands, so four places.'],
  }),
  deal({
    uri: 'plomberie-avrillon',
    category: 'repairs',
    title: 'Plomberie Avrillon & Fille',
    photo: photo('plumber-van', 2),
    at: [45.9112, 6.1082],
    phone: '1408',
    daysAgo: 58,
    about: [
      'Fuites, chauffe-eau, robinets qui chantent. Devis écrit avant de toucher à quoi que ce soit. Le déplacement est groupé quand deux voisins nous appellent la même semaine.',
      'Leaks, water heaters, singing taps. A written quote before we touch anything. One call-out charge when two neighbours call us in the same week.',
    ],
    promotion: ['Déplacement offert à deux voisins', 'No call-out charge for two neighbours'],
    open: [
      'Du lundi au vendredi, de 7 h 30 à 18 h ; urgences le samedi',
      'Monday to Friday, 7.30 am to 6 pm; emergencies on Saturday',
    ],
    price: null,
    address: '33 rue des Fontainiers',
    activity: [
      'Le plombier passe cette semaine : qui en profite ?',
      'The plumber is coming this week: who else needs him?',
    ],
    after: ['Dites-moi avant mercredi, je transmets.', 'Tell me before Wednesday, I’ll pass it on.'],
  }),
  deal({
    uri: 'le-point-d-aiguille',
    category: 'repairs',
    title: 'Le Point d’Aiguille',
    photo: photo('tailor', 2),
    at: [45.9034, 6.1262],
    phone: '1409',
    daysAgo: 27,
    about: [
      'Ourlets, fermetures, manteaux de grand-père remis à votre taille. Aminata travaille à façon et déteste jeter.',
      'Hems, zips, grandfather’s coat taken in to fit you. Aminata alters and mends to order and hates throwing things away.',
    ],
    promotion: ['Le deuxième ourlet à moitié prix', 'Second hem half price'],
    open: ['Du mardi au samedi, de 9 h à 18 h 30', 'Tuesday to Saturday, 9 am to 6.30 pm'],
    price: ['Ourlet : 12 €', 'Hem: €12'],
    address: '15 rue des Dévideuses',
    activity: ['Cours de raccommodage le jeudi : qui s’y met ?', 'Mending class on Thursday: who’s in?'],
    after: ['Apportez ce chandail que vous n’osez plus porter.', 'Bring that jumper you no longer dare to wear.'],
  }),
  deal({
    uri: 'kayaks-de-la-rive',
    category: 'leisure',
    title: 'Les Kayaks de la Rive',
    photo: photo('kayak-hire', 0),
    at: [45.8937, 6.1328],
    phone: '1510',
    daysAgo: 11,
    facebook: true,
    about: [
      'Kayaks, canoës et paddles, à l’heure ou à la journée. Les gilets existent en taille enfant et en taille grand-père. Avant 10 h, le lac est un miroir et vous l’avez pour vous ; après 17 h, le vent tombe et la lumière devient dorée. Consigne pour les sacs, douche chaude, conseils gratuits. Nous ne sortons pas par orage, même si vous insistez.',
      'Kayaks, canoes and paddle boards, by the hour or by the day. Life jackets come in child size and in grandfather size. Before ten the lake is a mirror and all yours; after five the wind drops and the light turns gold. Lockers, a hot shower and free advice. We never go out in a storm, however much you insist.',
    ],
    promotion: ['−20 % avant 10 h', '20% off before 10 am'],
    open: ['Tous les jours de mai à septembre, de 8 h à 20 h', 'Daily from May to September, 8 am to 8 pm'],
    price: ['Kayak double : 18 € l’heure', 'Double kayak: €18 an hour'],
    address: '51 chemin de la Petite-Rive',
    activity: ['Kayak au lever du jour : qui se lève ?', 'Kayaking at sunrise: who’s getting up?'],
    after: ['Croissants au retour.', 'Croissants afterwards.'],
  }),
  deal({
    uri: 'cinema-le-magique',
    category: 'leisure',
    title: 'Cinéma Le Magique',
    photo: photo('cinema', 1),
    at: [45.9018, 6.1231],
    phone: '1511',
    daysAgo: 17,
    about: [
      'Une salle, cent douze fauteuils rouges, des films du monde entier en version originale. Le dimanche matin, séance pour les petits avec chocolat chaud. Une fois par mois, le public choisit le film.',
      'One screen, a hundred and twelve red seats, films from all over the world with subtitles. On Sunday mornings, a screening for little ones with hot chocolate. Once a month the audience chooses the film.',
    ],
    promotion: ['Place à 5 € le lundi', '€5 tickets on Mondays'],
    open: ['Tous les jours, de 14 h à 23 h', 'Daily, 2 to 11 pm'],
    price: ['Plein tarif : 8,50 €', 'Full price: €8.50'],
    address: '5 rue du Théâtre-d’Ombres',
    activity: ['Ciné lundi soir : qui vient ?', 'Film on Monday night: who’s coming?'],
    after: ['On prend un verre après pour en discuter.', 'Drinks afterwards to talk it over.'],
  }),
  deal({
    uri: 'ailes-du-soir',
    category: 'leisure',
    title: 'Les Ailes du Soir',
    photo: photo('paragliders', 1),
    at: [45.9192, 6.1421],
    phone: '1512',
    daysAgo: 41,
    about: [
      'Baptêmes de parapente en biplace, au-dessus du lac. Vous marchez trois pas, le moniteur fait le reste.',
      'Tandem paragliding above the lake. You walk three steps, the instructor does the rest.',
    ],
    promotion: ['Photos du vol offertes', 'Free photos of your flight'],
    open: ['D’avril à octobre, selon le vent', 'April to October, wind permitting'],
    price: ['À partir de 95 €', 'From €95'],
    address: '12 route des Crêtes-Blanches',
    activity: ['Baptême de parapente : qui ose avec moi ?', 'First paraglider flight: who dares come with me?'],
    after: ['À trois, la navette est gratuite.', 'With three of us the shuttle is free.'],
  }),
  deal({
    uri: 'salon-mirabelle',
    category: 'care',
    title: 'Salon Mirabelle',
    photo: photo('hairdresser', 1),
    at: [45.9063, 6.1331],
    phone: '1613',
    daysAgo: 8,
    facebook: true,
    about: [
      'Coupes pour tout le monde, petits épis compris. Le mardi, coiffure à domicile dans les immeubles sans ascenseur.',
      'Cuts for everyone, unruly tufts included. On Tuesdays we come to you in buildings without a lift.',
    ],
    promotion: ['−15 % le mardi et le mercredi', '15% off on Tuesdays and Wednesdays'],
    open: ['Du mardi au samedi, de 9 h à 19 h', 'Tuesday to Saturday, 9 am to 7 pm'],
    price: ['Coupe enfant : 16 €', 'Child’s cut: €16'],
    address: '28 avenue des Charmilles',
    activity: ['Coupe au salon mardi : on partage le trajet ?', 'Haircut on Tuesday: shall we share the ride?'],
    after: ['Il reste deux créneaux l’après-midi.', 'There are two slots left in the afternoon.'],
  }),
  deal({
    uri: 'cabinet-les-mains-douces',
    category: 'care',
    title: 'Cabinet Les Mains Douces',
    photo: photo('care', 2),
    at: [45.9048, 6.1198],
    phone: '1614',
    daysAgo: 72,
    about: [
      'Massages, gymnastique douce et ateliers « tenir debout » pour les plus de soixante-dix ans. Nous sommes au rez-de-chaussée, la porte est large et la salle est chauffée. Première séance pour essayer, sans engagement.',
      'Massage, gentle exercise and “steady on your feet” classes for the over-seventies. We are on the ground floor, the door is wide and the room is warm. Come and try a first session, no strings attached.',
    ],
    promotion: ['Première séance offerte', 'First session free'],
    open: ['Du lundi au vendredi, de 8 h à 19 h', 'Monday to Friday, 8 am to 7 pm'],
    price: ['Séance collective : 9 €', 'Group class: €9'],
    address: '10 rue de l’Ancienne-Filature',
    activity: [
      'Gym douce le lundi : on s’inscrit ensemble ?',
      'Gentle exercise on Mondays: shall we sign up together?',
    ],
    after: ['On y va à pied, c’est déjà un échauffement.', 'We walk there, it counts as a warm-up.'],
  }),
  deal({
    uri: 'librairie-la-page-pliee',
    category: 'shops',
    title: 'Librairie La Page Pliée',
    photo: photo('bookshop', 0),
    at: [45.9003, 6.1244],
    phone: '1715',
    daysAgo: 3,
    facebook: true,
    about: [
      'Une libraire qui lit, un fauteuil qui grince, un rayon entier sur la montagne. Commandez, c’est là deux jours plus tard. Le premier vendredi du mois, lecture à voix haute et soupe pour ceux qui restent.',
      'A bookseller who reads, an armchair that creaks and a whole shelf on mountains. Order, and it’s there two days later. On the first Friday of the month there’s a reading, and soup for those who stay.',
    ],
    promotion: ['Un livre de poche offert pour trois achetés', 'Buy three paperbacks, get one free'],
    open: ['Du mardi au samedi, de 9 h 30 à 19 h', 'Tuesday to Saturday, 9.30 am to 7 pm'],
    price: null,
    address: '31 rue du Vieux-Collège',
    activity: ['Lecture et soupe vendredi : qui m’accompagne ?', 'A reading and soup on Friday: who joins me?'],
    after: ['On part à pied de l’accueil.', 'We walk from reception.'],
  }),
  deal({
    uri: 'fleurs-de-simone',
    category: 'shops',
    title: 'Les Fleurs de Simone',
    photo: photo('florist', 2),
    at: [45.9025, 6.1283],
    phone: '1716',
    daysAgo: 15,
    about: [
      'Des fleurs de la région quand c’est la saison, et des conseils toute l’année. Le samedi à 18 h, les bouquets qui ne passeront pas le dimanche cherchent un vase.',
      'Flowers from the region when in season, and advice all year round. On Saturdays at six, the bunches that won’t last till Monday look for a vase.',
    ],
    promotion: ['Bouquets du samedi soir à 6 €', 'Saturday evening bunches for €6'],
    open: ['Du mardi au dimanche midi, de 8 h 30 à 19 h', 'Tuesday to Sunday noon, 8.30 am to 7 pm'],
    price: ['Bouquet du jour : 14 €', 'Bouquet of the day: €14'],
    address: '6 place du Petit-Marché',
    activity: ['Atelier couronnes de saison : on y va à deux ?', 'Seasonal wreath workshop: shall we go together?'],
    after: ['Il faut un sécateur, j’en ai deux.', 'You need secateurs, I have two pairs.'],
  }),
  deal({
    uri: 'ressourcerie-du-grenier',
    category: 'shops',
    title: 'La Ressourcerie du Grenier',
    photo: photo('reuse-shop', 0),
    at: [45.9169, 6.1094],
    phone: '1717',
    daysAgo: 49,
    about: [
      'On y donne, on y répare, on y trouve une chaise à 8 € et la lampe qui va avec. Le camion passe chercher les meubles le jeudi.',
      'Give, mend, or find a chair for €8 and the lamp to go with it. The van collects furniture on Thursdays.',
    ],
    promotion: ['Enlèvement gratuit pour les résidents', 'Free collection for residents'],
    open: ['Du mercredi au samedi, de 10 h à 18 h', 'Wednesday to Saturday, 10 am to 6 pm'],
    price: null,
    address: '90 route des Tanneries',
    activity: ['Chiner à la ressourcerie samedi ?', 'Treasure hunting at the reuse shop on Saturday?'],
    after: ['J’ai le coffre, il reste deux sièges.', 'I have the boot space and two seats left.'],
  }),
  deal({
    uri: 'traiteur-chez-wanda',
    category: 'restaurants',
    title: 'Chez Wanda, cuisine polonaise',
    photo: photo('pierogi', 0),
    at: [45.9087, 6.1226],
    phone: '1318',
    daysAgo: 1,
    about: [
      'Pierogi, żurek et gâteau au pavot, à emporter ou à partager sur place. Wanda habite les Tilleuls et goûte tout deux fois.',
      'Pierogi, żurek and poppy-seed cake, to take away or share on the spot. Wanda lives at Les Tilleuls and tastes everything twice.',
    ],
    promotion: ['12 pierogi pour le prix de 10', '12 pierogi for the price of 10'],
    open: ['Du mercredi au dimanche, de 11 h à 20 h', 'Wednesday to Sunday, 11 am to 8 pm'],
    price: ['Assiette : 11 €', 'Plateful: €11'],
    address: '19 rue des Ferronniers',
    activity: ['Cours de pierogi chez Wanda : qui plie avec moi ?', 'Pierogi class at Wanda’s: who folds with me?'],
    after: ['On mange tout à la fin, c’est la règle.', 'We eat the lot at the end, that’s the rule.'],
  }),
]

/** Deals that are not in the list: one is pending approval, one is scheduled, one is over. */
export const hiddenDeals: DemoDeal[] = [
  deal({
    uri: 'la-roue-du-faubourg',
    category: 'repairs',
    title: 'La Roue du Faubourg',
    photo: photo('bike-workshop', 1),
    at: [45.9079, 6.1262],
    phone: '1719',
    daysAgo: 1,
    owner: 'advertiser2@demo.example',
    about: [
      'Révision, crevaison, freins : je viens chercher le vélo au pied de l’immeuble et je le rends le lendemain. Premier mois dans le quartier.',
      'Service, punctures, brakes: I fetch the bike at your door and bring it back the next day. My first month around here.',
    ],
    promotion: ['La première révision à moitié prix', 'Half price on your first service'],
    open: ['Du mardi au samedi, de 9 h à 18 h', 'Tuesday to Saturday, 9 am to 6 pm'],
    price: ['Révision : 45 €', 'Service: €45'],
    address: '12 rue du Faubourg',
    activity: ['Sortie à vélo dimanche : qui vient ?', 'Bike ride on Sunday: who comes?'],
    after: ['Je vérifie les pneus avant de partir.', 'I check the tyres before we leave.'],
  }),
  deal({
    uri: 'galettes-du-vieux-four',
    category: 'food',
    title: 'Les galettes du Vieux Four',
    photo: photo('bakery', 1),
    at: [45.9056, 6.1275],
    phone: '1201',
    daysAgo: 2,
    days: [14, 35],
    about: [
      'Frangipane maison, une fève peinte à la main dans chacune. À commander la veille ; la couronne est offerte.',
      'Home-made frangipane with a hand-painted charm in each. Order the day before; the crown comes with it.',
    ],
    promotion: ['La petite galette offerte pour deux grandes', 'A small one free with two large ones'],
    open: ['Du mardi au dimanche, sauf le mercredi', 'Tuesday to Sunday, closed Wednesday'],
    price: ['Six parts : 19 €', 'For six: €19'],
    address: '4 rue des Meuniers',
    activity: ['On partage une galette ?', 'Shall we share a galette?'],
    after: ['Qui a la fève apporte la prochaine.', 'Whoever finds the charm brings the next.'],
  }),
  deal({
    uri: 'fete-du-pain',
    category: 'food',
    title: 'La fête du pain',
    photo: photo('bakery', 2),
    at: [45.9056, 6.1275],
    phone: '1201',
    daysAgo: 40,
    days: [-30, -9],
    about: [
      'Trois semaines de pains d’ailleurs : pita, focaccia, pain de seigle. Merci d’être venus si nombreux.',
      'Three weeks of breads from elsewhere: pita, focaccia, rye. Thank you for coming in such numbers.',
    ],
    promotion: ['Le troisième pain offert', 'The third loaf is on us'],
    open: ['Du mardi au dimanche, sauf le mercredi', 'Tuesday to Sunday, closed Wednesday'],
    price: null,
    address: '4 rue des Meuniers',
    activity: ['Dégustation de pains : qui vient ?', 'Bread tasting: who comes?'],
    after: ['J’apporte le beurre.', 'I bring the butter.'],
  }),
]
