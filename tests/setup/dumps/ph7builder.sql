-- MySQL dump of a made-up site, with the columns of pH7Builder's public schema
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `ph7_members`;
CREATE TABLE `ph7_members` (
  `profileId` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `email` varchar(120) NOT NULL,
  `username` varchar(40) NOT NULL,
  `password` varchar(120) NOT NULL,
  `firstName` varchar(50) DEFAULT NULL,
  `birthDate` date DEFAULT NULL,
  `sex` enum('male','female','couple') NOT NULL DEFAULT 'female',
  `matchSex` set('male','female','couple') NOT NULL DEFAULT 'male',
  `joinDate` datetime DEFAULT NULL,
  `lastActivity` datetime DEFAULT NULL,
  `avatar` char(5) DEFAULT NULL,
  `approvedAvatar` tinyint(1) unsigned NOT NULL DEFAULT 1,
  `lang` varchar(5) NOT NULL DEFAULT 'en_US',
  `credits` int(6) unsigned NOT NULL DEFAULT 0,
  `active` tinyint(1) unsigned NOT NULL DEFAULT 1,
  `ban` tinyint(1) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`profileId`),
  UNIQUE KEY `username` (`username`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `ph7_members` VALUES (1,'anna@old.example','Anna','$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i','Anna','1990-05-04','female','male','2019-03-01 10:00:00','2024-05-01 08:00:00','a.jpg',1,'nl_NL',5,1,0),(2,'ben@old.example','Ben_O\'Hara','$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i',NULL,'1985-01-02','male','male,female','2019-04-01 10:00:00',NULL,NULL,1,'en_US',0,1,0),(3,'pair@old.example','Pair','x',NULL,'1985-01-02','couple','couple','2019-04-01 10:00:00',NULL,NULL,1,'en_US',0,1,0),(4,'bad@old.example','Bad','x',NULL,'1985-01-02','male','female','2019-04-01 10:00:00',NULL,NULL,1,'en_US',0,1,1),(5,'new@old.example','New','x',NULL,'1985-01-02','male','female','2019-04-01 10:00:00',NULL,NULL,1,'en_US',0,2,0);
CREATE TABLE `ph7_members_info` (
  `profileId` int(10) unsigned NOT NULL,
  `description` text DEFAULT NULL,
  `city` varchar(150) DEFAULT NULL,
  `country` char(2) DEFAULT NULL,
  PRIMARY KEY (`profileId`)
);
INSERT INTO `ph7_members_info` (`profileId`, `description`, `city`, `country`) VALUES (1,'<p>I like rain;<br>and &amp; tea \\o/</p>','Amsterdam','NL'),(2,'Grüße – ''hello''','Köln','DE');
CREATE TABLE `ph7_members_privacy` (
  `profileId` int(10) unsigned NOT NULL,
  `privacyProfile` enum('all','only_members','only_me') NOT NULL DEFAULT 'all',
  `searchProfile` enum('yes','no') NOT NULL DEFAULT 'yes'
);
INSERT INTO `ph7_members_privacy` VALUES (2,'all','no');
CREATE TABLE `ph7_members_friends` (
  `profileId` int(10) unsigned NOT NULL,
  `friendId` int(10) unsigned NOT NULL,
  `requestDate` datetime DEFAULT NULL,
  `pending` tinyint(1) unsigned NOT NULL DEFAULT 0
);
INSERT INTO `ph7_members_friends` VALUES (1,2,'2024-01-01 10:00:00',0),(1,4,'2024-01-01 10:00:00',0);
CREATE TABLE `ph7_pictures` (
  `pictureId` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `profileId` int(10) unsigned NOT NULL,
  `albumId` int(10) unsigned NOT NULL,
  `file` varchar(40) NOT NULL,
  `approved` enum('1','0') DEFAULT '1'
);
INSERT INTO `ph7_pictures` VALUES (7,1,3,'b-original.jpg','1'),(8,1,3,'c-original.jpg','0');
CREATE TABLE `ph7_messages` (
  `messageId` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `sender` int(10) unsigned NOT NULL DEFAULT 0,
  `recipient` int(10) unsigned NOT NULL DEFAULT 0,
  `title` varchar(30) NOT NULL DEFAULT '',
  `message` text NOT NULL,
  `sendDate` datetime DEFAULT NULL,
  `status` tinyint(1) unsigned NOT NULL DEFAULT 1
);
INSERT INTO `ph7_messages` VALUES (1,1,2,'Hi','Hello Ben','2024-01-02 10:00:00',0),(2,2,1,'Re','Hello\r\nAnna','2024-01-02 10:01:00',1),(3,0,1,'News','From an administrator','2024-01-02 10:02:00',1);
CREATE TABLE `ph7_messenger` (
  `messengerId` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `fromUser` varchar(40) NOT NULL DEFAULT '',
  `toUser` varchar(40) NOT NULL DEFAULT '',
  `message` text NOT NULL,
  `sent` datetime DEFAULT NULL,
  `recd` int(10) unsigned NOT NULL DEFAULT 0
);
INSERT INTO `ph7_messenger` VALUES (1,'Anna','Ben_O\'Hara','Are you there?','2024-01-02 10:05:00',1);
