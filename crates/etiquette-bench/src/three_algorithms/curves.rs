//! The separation families at growing sizes: time and size of all versions.

use super::cell::{Cell, Meter, VERSIONS, Version};
use super::report::cell_time;
use crate::families::separation::Family;
use crate::table::{Table, TableOf, or_dash};

/// A version stops climbing once a cell took this many seconds.
const STEEP: f64 = 5.0;
/// The largest sizes that are tried.
const MOST_VARIABLES: u32 = 20;
/// The same where it only matters that everything runs.
const QUICK_MOST_VARIABLES: u32 = 6;

/// One cell of a curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The number of variables, the error variable included.
    pub variables: u32,
    /// What came out.
    pub cell: Cell,
}

/// All versions on a family.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The family.
    pub family: Family,
    /// For each of [`VERSIONS`] its finished cells, by size.
    pub versions: Vec<(Version, Vec<Point>)>,
}

/// Measures every version up to the size at which it takes long.
pub(super) fn measure(meter: &Meter<'_>, family: Family, quick: bool) -> Curve {
    let most = if quick { QUICK_MOST_VARIABLES } else { MOST_VARIABLES };
    let climb = |version: Version| (version, climb(meter, family, version, most));
    Curve { family, versions: VERSIONS.into_iter().map(climb).collect() }
}

fn climb(meter: &Meter<'_>, family: Family, version: Version, most: u32) -> Vec<Point> {
    let mut points = Vec::new();
    for variables in (4..=most).step_by(2) {
        let cell = meter.measure(version, &family.instance(variables));
        if cell.unfinished.is_some() {
            break;
        }
        let steep = cell.seconds > STEEP;
        points.push(Point { variables, cell });
        if steep {
            break;
        }
    }
    points
}

/// The curve as a table: for each version the largest system that it did, the time and the size then.
pub(super) fn table(curve: &Curve) -> Table {
    let at = |points: &[Point], variables: u32| time(points.iter().find(|point| point.variables == variables));
    TableOf::new(&curve.versions)
        .words("version", |(version, _)| version.name())
        .numbers("k = 8", |(_, points)| at(points, 8))
        .numbers("k = 14", |(_, points)| at(points, 14))
        .numbers("largest k", |(_, points)| or_dash(points.last().map(|point| point.variables)))
        .numbers("time there", |(_, points)| time(points.last()))
        .numbers("FA size there", |(_, points)| or_dash(points.last().and_then(|point| point.cell.size)))
        .done()
}

fn time(point: Option<&Point>) -> String {
    or_dash(point.map(|point| cell_time(&point.cell)))
}
