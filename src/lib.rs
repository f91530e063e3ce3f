//! PosLab.
