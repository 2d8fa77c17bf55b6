export const NL = `
NL-DR Drenthe: Assen 52.99 6.56, Emmen 52.79 6.90, Hoogeveen 52.72 6.48, Meppel 52.70 6.19, Coevorden 52.66 6.74
NL-FL Flevoland: Almere 52.37 5.22, Lelystad 52.51 5.47, Dronten 52.53 5.72, Zeewolde 52.33 5.54, Emmeloord 52.71 5.75
NL-FR Fryslân: Leeuwarden 53.20 5.80, Sneek 53.03 5.66, Heerenveen 52.96 5.92, Drachten 53.11 6.10, Harlingen 53.17 5.42,
  Franeker 53.19 5.54
NL-GE Gelderland: Arnhem 51.98 5.91, Nijmegen 51.84 5.86, Apeldoorn 52.21 5.97, Ede 52.04 5.67, Zutphen 52.14 6.20,
  Doetinchem 51.96 6.29, Tiel 51.89 5.43, Harderwijk 52.34 5.62
NL-GR Groningen: Groningen 53.22 6.57, Veendam 53.11 6.88, Hoogezand 53.16 6.76, Winschoten 53.14 7.03,
  Stadskanaal 52.99 6.95, Delfzijl 53.33 6.92
NL-LI Limburg: Maastricht 50.85 5.69, Venlo 51.37 6.17, Roermond 51.19 5.99, Heerlen 50.89 5.98, Sittard 51.00 5.87,
  Weert 51.25 5.71, Valkenburg 50.87 5.83
NL-NB Noord-Brabant: Eindhoven 51.44 5.48, Tilburg 51.56 5.09, Breda 51.59 4.78, 's-Hertogenbosch 51.69 5.30,
  Helmond 51.48 5.66, Oss 51.77 5.52, Roosendaal 51.53 4.46, Bergen op Zoom 51.49 4.29
NL-NH Noord-Holland: Amsterdam 52.37 4.90, Haarlem 52.38 4.64, Zaandam 52.44 4.83, Alkmaar 52.63 4.75, Hilversum 52.22 5.17,
  Hoorn 52.64 5.06, Amstelveen 52.30 4.86, Den Helder 52.96 4.76
NL-OV Overijssel: Zwolle 52.51 6.09, Enschede 52.22 6.90, Deventer 52.25 6.16, Hengelo 52.27 6.79, Almelo 52.36 6.66,
  Kampen 52.56 5.91, Oldenzaal 52.31 6.93
NL-UT Utrecht: Utrecht 52.09 5.12, Amersfoort 52.16 5.39, Zeist 52.09 5.23, Nieuwegein 52.03 5.08, Veenendaal 52.03 5.56,
  Woerden 52.09 4.88, Houten 52.03 5.17
NL-ZE Zeeland: Middelburg 51.50 3.61, Vlissingen 51.44 3.57, Goes 51.50 3.89, Terneuzen 51.33 3.83, Zierikzee 51.65 3.92,
  Hulst 51.28 4.05
NL-ZH Zuid-Holland: Rotterdam 51.92 4.48, Den Haag 52.08 4.30, Leiden 52.16 4.49, Delft 52.01 4.36, Dordrecht 51.81 4.67,
  Gouda 52.01 4.71, Zoetermeer 52.06 4.49, Alphen aan den Rijn 52.13 4.66
`;

export const BE = `
BE-BRU Brussel / Bruxelles: Brussel 50.85 4.35, Anderlecht 50.84 4.31, Schaarbeek 50.87 4.37, Elsene 50.83 4.37,
  Ukkel 50.80 4.34
BE-VAN Antwerpen: Antwerpen 51.22 4.40, Mechelen 51.03 4.48, Turnhout 51.32 4.94, Lier 51.13 4.57, Geel 51.16 4.99,
  Herentals 51.18 4.84
BE-VBR Vlaams-Brabant: Leuven 50.88 4.70, Vilvoorde 50.93 4.43, Halle 50.73 4.23, Tienen 50.81 4.94, Aarschot 50.98 4.84,
  Diest 50.98 5.05
BE-VLI Limburg: Hasselt 50.93 5.34, Genk 50.97 5.50, Sint-Truiden 50.82 5.19, Tongeren 50.78 5.46, Maasmechelen 50.97 5.69
BE-VOV Oost-Vlaanderen: Gent 51.05 3.72, Aalst 50.94 4.04, Sint-Niklaas 51.17 4.14, Dendermonde 51.03 4.10,
  Oudenaarde 50.85 3.61, Lokeren 51.10 3.99
BE-VWV West-Vlaanderen: Brugge 51.21 3.22, Kortrijk 50.83 3.26, Oostende 51.23 2.92, Roeselare 50.94 3.13, Ieper 50.85 2.88,
  Knokke-Heist 51.35 3.29
BE-WBR Brabant wallon: Wavre 50.72 4.61, Nivelles 50.60 4.33, Waterloo 50.72 4.40, Louvain-la-Neuve 50.67 4.61,
  Braine-l'Alleud 50.68 4.37
BE-WHT Hainaut: Charleroi 50.41 4.44, Mons 50.45 3.95, Tournai 50.61 3.39, La Louvière 50.48 4.19, Mouscron 50.74 3.21
BE-WLG Liège: Liège 50.63 5.57, Verviers 50.59 5.86, Seraing 50.60 5.51, Huy 50.52 5.24, Eupen 50.63 6.04, Spa 50.49 5.87
BE-WLX Luxembourg: Arlon 49.68 5.82, Bastogne 50.00 5.72, Marche-en-Famenne 50.23 5.34, Virton 49.57 5.53, Durbuy 50.35 5.46
BE-WNA Namur: Namur 50.47 4.87, Dinant 50.26 4.91, Gembloux 50.56 4.69, Ciney 50.30 5.10, Andenne 50.49 5.10
`;
