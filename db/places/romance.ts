export const FR = `
FR-ARA Auvergne-Rhône-Alpes: Lyon 45.76 4.84, Grenoble 45.19 5.72, Saint-Étienne 45.44 4.39, Clermont-Ferrand 45.78 3.08,
  Annecy 45.90 6.13, Chambéry 45.56 5.92, Valence 44.93 4.89
FR-BFC Bourgogne-Franche-Comté: Dijon 47.32 5.04, Besançon 47.24 6.02, Belfort 47.64 6.86, Auxerre 47.80 3.57,
  Mâcon 46.31 4.83, Nevers 46.99 3.16
FR-BRE Bretagne: Rennes 48.11 -1.68, Brest 48.39 -4.49, Quimper 48.00 -4.10, Lorient 47.75 -3.37, Vannes 47.66 -2.76,
  Saint-Malo 48.65 -2.01
FR-CVL Centre-Val de Loire: Tours 47.39 0.69, Orléans 47.90 1.91, Bourges 47.08 2.40, Blois 47.59 1.33, Chartres 48.45 1.49
FR-20R Corse: Ajaccio 41.92 8.74, Bastia 42.70 9.45, Porto-Vecchio 41.59 9.28, Corte 42.31 9.15, Calvi 42.57 8.76
FR-GES Grand Est: Strasbourg 48.57 7.75, Reims 49.26 4.03, Metz 49.12 6.18, Nancy 48.69 6.18, Mulhouse 47.75 7.34,
  Colmar 48.08 7.36, Troyes 48.30 4.07
FR-HDF Hauts-de-France: Lille 50.63 3.06, Amiens 49.89 2.30, Calais 50.95 1.86, Dunkerque 51.03 2.38, Arras 50.29 2.78,
  Beauvais 49.43 2.08
FR-IDF Île-de-France: Paris 48.86 2.35, Versailles 48.80 2.13, Boulogne-Billancourt 48.84 2.24, Saint-Denis 48.94 2.36,
  Montreuil 48.86 2.44, Créteil 48.79 2.46, Fontainebleau 48.40 2.70
FR-NOR Normandie: Rouen 49.44 1.10, Caen 49.18 -0.37, Le Havre 49.49 0.11, Cherbourg-en-Cotentin 49.64 -1.62,
  Évreux 49.02 1.15, Alençon 48.43 0.09
FR-NAQ Nouvelle-Aquitaine: Bordeaux 44.84 -0.58, Limoges 45.83 1.26, Poitiers 46.58 0.34, La Rochelle 46.16 -1.15,
  Pau 43.30 -0.37, Bayonne 43.49 -1.47, Biarritz 43.48 -1.56
FR-OCC Occitanie: Toulouse 43.60 1.44, Montpellier 43.61 3.88, Nîmes 43.84 4.36, Perpignan 42.70 2.90, Albi 43.93 2.15,
  Carcassonne 43.21 2.35, Béziers 43.34 3.22
FR-PDL Pays de la Loire: Nantes 47.22 -1.55, Angers 47.47 -0.55, Le Mans 48.01 0.20, Saint-Nazaire 47.27 -2.21,
  La Roche-sur-Yon 46.67 -1.43, Laval 48.07 -0.77
FR-PAC Provence-Alpes-Côte d'Azur: Marseille 43.30 5.37, Nice 43.70 7.27, Toulon 43.12 5.93, Aix-en-Provence 43.53 5.45,
  Avignon 43.95 4.81, Cannes 43.55 7.01, Gap 44.56 6.08
`;

export const ES = `
ES-AN Andalucía: Sevilla 37.39 -5.99, Málaga 36.72 -4.42, Granada 37.18 -3.60, Córdoba 37.88 -4.78, Cádiz 36.53 -6.29,
  Almería 36.84 -2.46, Huelva 37.26 -6.95, Jaén 37.77 -3.79
ES-AR Aragón: Zaragoza 41.65 -0.88, Huesca 42.14 -0.41, Teruel 40.34 -1.11, Calatayud 41.35 -1.64
ES-AS Asturias: Oviedo 43.36 -5.85, Gijón 43.54 -5.66, Avilés 43.56 -5.92, Mieres 43.25 -5.77
ES-CN Canarias: Las Palmas de Gran Canaria 28.12 -15.43, Santa Cruz de Tenerife 28.47 -16.25,
  San Cristóbal de La Laguna 28.49 -16.32, Arrecife 28.96 -13.55, Puerto del Rosario 28.50 -13.86
ES-CB Cantabria: Santander 43.46 -3.81, Torrelavega 43.35 -4.05, Castro Urdiales 43.38 -3.22, Laredo 43.41 -3.41
ES-CM Castilla-La Mancha: Toledo 39.86 -4.02, Albacete 38.99 -1.86, Guadalajara 40.63 -3.17, Ciudad Real 38.99 -3.93,
  Cuenca 40.07 -2.14
ES-CL Castilla y León: Valladolid 41.65 -4.72, Salamanca 40.97 -5.66, Burgos 42.34 -3.70, León 42.60 -5.57,
  Segovia 40.95 -4.12, Ávila 40.66 -4.70, Zamora 41.50 -5.75
ES-CT Catalunya: Barcelona 41.39 2.17, Girona 41.98 2.82, Tarragona 41.12 1.25, Lleida 41.62 0.63, Sabadell 41.55 2.11,
  Terrassa 41.56 2.01, Sitges 41.24 1.81
ES-CE Ceuta: Ceuta 35.89 -5.31
ES-MD Comunidad de Madrid: Madrid 40.42 -3.70, Alcalá de Henares 40.48 -3.36, Móstoles 40.32 -3.86, Getafe 40.31 -3.73,
  Leganés 40.33 -3.76, Aranjuez 40.03 -3.60
ES-VC Comunitat Valenciana: València 39.47 -0.38, Alacant 38.35 -0.48, Elx 38.27 -0.70, Castelló de la Plana 39.99 -0.04,
  Gandia 38.97 -0.18, Benidorm 38.54 -0.13, Dénia 38.84 0.11
ES-EX Extremadura: Badajoz 38.88 -6.97, Cáceres 39.48 -6.37, Mérida 38.92 -6.34, Plasencia 40.03 -6.09
ES-GA Galicia: A Coruña 43.37 -8.40, Vigo 42.24 -8.72, Santiago de Compostela 42.88 -8.54, Lugo 43.01 -7.56,
  Ourense 42.34 -7.86, Pontevedra 42.43 -8.64
ES-IB Illes Balears: Palma 39.57 2.65, Eivissa 38.91 1.43, Maó 39.89 4.26, Manacor 39.57 3.21, Ciutadella de Menorca 40.00 3.84
ES-RI La Rioja: Logroño 42.47 -2.45, Calahorra 42.30 -1.96, Haro 42.58 -2.85
ES-ML Melilla: Melilla 35.29 -2.94
ES-NC Navarra: Pamplona 42.82 -1.64, Tudela 42.06 -1.61, Estella 42.67 -2.03, Tafalla 42.53 -1.67
ES-PV País Vasco: Bilbao 43.26 -2.93, Donostia-San Sebastián 43.32 -1.98, Vitoria-Gasteiz 42.85 -2.67, Getxo 43.34 -3.01,
  Irun 43.34 -1.79
ES-MC Región de Murcia: Murcia 37.99 -1.13, Cartagena 37.60 -0.98, Lorca 37.67 -1.70, Águilas 37.41 -1.58
`;

export const IT = `
IT-65 Abruzzo: Pescara 42.46 14.21, L'Aquila 42.35 13.40, Teramo 42.66 13.70, Chieti 42.35 14.17
IT-77 Basilicata: Potenza 40.64 15.81, Matera 40.67 16.60, Melfi 41.00 15.65
IT-78 Calabria: Reggio Calabria 38.11 15.65, Catanzaro 38.91 16.59, Cosenza 39.30 16.25, Crotone 39.08 17.13, Tropea 38.68 15.90
IT-72 Campania: Napoli 40.85 14.27, Salerno 40.68 14.77, Caserta 41.07 14.33, Avellino 40.91 14.79, Benevento 41.13 14.78,
  Sorrento 40.63 14.38
IT-45 Emilia-Romagna: Bologna 44.49 11.34, Modena 44.65 10.93, Parma 44.80 10.33, Ravenna 44.42 12.20, Rimini 44.06 12.57,
  Ferrara 44.84 11.62, Reggio Emilia 44.70 10.63
IT-36 Friuli-Venezia Giulia: Trieste 45.65 13.77, Udine 46.06 13.24, Pordenone 45.96 12.66, Gorizia 45.94 13.62
IT-62 Lazio: Roma 41.90 12.50, Latina 41.47 12.90, Viterbo 42.42 12.11, Frosinone 41.64 13.35, Rieti 42.40 12.86,
  Civitavecchia 42.09 11.80
IT-42 Liguria: Genova 44.41 8.93, La Spezia 44.10 9.82, Savona 44.31 8.48, Sanremo 43.82 7.78, Imperia 43.89 8.03
IT-25 Lombardia: Milano 45.46 9.19, Bergamo 45.69 9.67, Brescia 45.54 10.22, Como 45.81 9.08, Monza 45.58 9.27,
  Pavia 45.19 9.16, Cremona 45.13 10.02, Mantova 45.16 10.79
IT-57 Marche: Ancona 43.62 13.52, Pesaro 43.91 12.91, Ascoli Piceno 42.85 13.58, Macerata 43.30 13.45, Urbino 43.73 12.64
IT-67 Molise: Campobasso 41.56 14.66, Isernia 41.59 14.23, Termoli 42.00 14.99
IT-21 Piemonte: Torino 45.07 7.69, Novara 45.45 8.62, Asti 44.90 8.21, Alessandria 44.91 8.61, Cuneo 44.39 7.55, Alba 44.70 8.04
IT-75 Puglia: Bari 41.13 16.87, Lecce 40.35 18.17, Taranto 40.47 17.23, Foggia 41.46 15.55, Brindisi 40.64 17.95,
  Polignano a Mare 40.99 17.22
IT-88 Sardegna: Cagliari 39.22 9.12, Sassari 40.73 8.56, Olbia 40.92 9.50, Nuoro 40.32 9.33, Alghero 40.56 8.32,
  Oristano 39.90 8.59
IT-82 Sicilia: Palermo 38.12 13.36, Catania 37.50 15.09, Messina 38.19 15.55, Siracusa 37.08 15.29, Trapani 38.02 12.51,
  Agrigento 37.31 13.58, Ragusa 36.93 14.73
IT-52 Toscana: Firenze 43.77 11.26, Pisa 43.72 10.40, Siena 43.32 11.33, Livorno 43.55 10.31, Lucca 43.84 10.50,
  Arezzo 43.46 11.88, Grosseto 42.76 11.11
IT-32 Trentino-Alto Adige: Trento 46.07 11.12, Bolzano 46.50 11.35, Merano 46.67 11.16, Rovereto 45.89 11.04,
  Bressanone 46.72 11.66
IT-55 Umbria: Perugia 43.11 12.39, Terni 42.56 12.64, Assisi 43.07 12.62, Orvieto 42.72 12.11, Spoleto 42.73 12.74
IT-23 Valle d'Aosta: Aosta 45.74 7.32, Courmayeur 45.79 6.97, Saint-Vincent 45.75 7.65
IT-34 Veneto: Venezia 45.44 12.33, Verona 45.44 10.99, Padova 45.41 11.88, Vicenza 45.55 11.55, Treviso 45.67 12.24,
  Belluno 46.14 12.22
`;
